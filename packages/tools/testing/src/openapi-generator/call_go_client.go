// Calls operations of a generated client and writes what it read of the answers, as one JSON list.
//
// Standard input: {"host", "calls": [{"operation", "arguments", "body", "bodyModel"}]}.
// Standard output: [{"status", "answer", "problem"}]; the answer is null when the client read none, and the status 0
// when it did not send the request.
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"reflect"
	"strings"

	client "tonriver/caller/generated_client"
)

type call struct {
	Operation string                     `json:"operation"`
	Arguments map[string]json.RawMessage `json:"arguments"`
	Body      json.RawMessage            `json:"body"`
	BodyModel string                     `json:"bodyModel"`
}

type order struct {
	Host  string `json:"host"`
	Calls []call `json:"calls"`
}

type answer struct {
	Status  int    `json:"status"`
	Answer  any    `json:"answer"`
	Problem string `json:"problem,omitempty"`
}

func main() {
	var given order
	if err := json.NewDecoder(os.Stdin).Decode(&given); err != nil {
		panic(err)
	}
	configuration := client.NewConfiguration()
	configuration.Servers = client.ServerConfigurations{{URL: given.Host}}
	api := reflect.ValueOf(client.NewAPIClient(configuration)).Elem()
	answers := make([]answer, 0, len(given.Calls))
	for _, one := range given.Calls {
		answers = append(answers, read(api, one))
	}
	if err := json.NewEncoder(os.Stdout).Encode(answers); err != nil {
		panic(err)
	}
}

func plainName(name string) string {
	return strings.ToLower(strings.ReplaceAll(name, "_", ""))
}

// methodOf finds a method by its name in the document, of which the generator makes a Go name.
func methodOf(value reflect.Value, name string) (reflect.Value, bool) {
	for index := 0; index < value.NumMethod(); index++ {
		if plainName(value.Type().Method(index).Name) == plainName(name) {
			return value.Method(index), true
		}
	}
	return reflect.Value{}, false
}

func operationOf(api reflect.Value, id string) reflect.Value {
	for index := 0; index < api.NumField(); index++ {
		if !api.Type().Field(index).IsExported() {
			continue
		}
		if method, found := methodOf(api.Field(index), id); found {
			return method
		}
	}
	panic(fmt.Sprintf("the client has no operation %s", id))
}

// with sets a parameter of a request, whose setter says what type it has.
func with(request reflect.Value, name string, text json.RawMessage) (reflect.Value, error) {
	setter, found := methodOf(request, name)
	if !found {
		return request, fmt.Errorf("the request has no parameter %s", name)
	}
	value := reflect.New(setter.Type().In(0))
	if err := json.Unmarshal(text, value.Interface()); err != nil {
		return request, fmt.Errorf("%s: %w", name, err)
	}
	return setter.Call([]reflect.Value{value.Elem()})[0], nil
}

func read(api reflect.Value, one call) answer {
	request := operationOf(api, one.Operation).Call([]reflect.Value{reflect.ValueOf(context.Background())})[0]
	var err error
	for name, text := range one.Arguments {
		if request, err = with(request, name, text); err != nil {
			return answer{Problem: err.Error()}
		}
	}
	if one.Body != nil {
		name := one.BodyModel
		if name == "" {
			name = "body"
		}
		if request, err = with(request, name, one.Body); err != nil {
			return answer{Problem: err.Error()}
		}
	}
	execute, _ := methodOf(request, "Execute")
	results := execute.Call(nil)
	status := 0
	if response, _ := results[len(results)-2].Interface().(*http.Response); response != nil {
		status = response.StatusCode
	}
	err, _ = results[len(results)-1].Interface().(error)
	if err == nil {
		return answer{Status: status, Answer: plain(results[0])}
	}
	refusal, isRefusal := err.(*client.GenericOpenAPIError)
	if !isRefusal {
		return answer{Status: status, Problem: err.Error()}
	}
	return answer{Status: status, Answer: plain(reflect.ValueOf(refusal.Model())), Problem: err.Error()}
}

// plain returns what was read as values of JSON. The client's own MarshalJSON leaves out a list or map that is null,
// though the program that reads an answer sees it.
func plain(value reflect.Value) any {
	if !value.IsValid() {
		return nil
	}
	switch value.Kind() {
	case reflect.Interface, reflect.Pointer:
		return plain(value.Elem())
	case reflect.Slice, reflect.Map:
		if value.IsNil() {
			return nil
		}
	}
	switch value.Kind() {
	case reflect.Slice:
		list := make([]any, 0, value.Len())
		for index := 0; index < value.Len(); index++ {
			list = append(list, plain(value.Index(index)))
		}
		return list
	case reflect.Map:
		members := map[string]any{}
		for _, key := range value.MapKeys() {
			members[key.String()] = plain(value.MapIndex(key))
		}
		return members
	case reflect.Struct:
		return plainStruct(value)
	}
	return value.Interface()
}

func plainStruct(value reflect.Value) any {
	// A value that may be null is hidden in a struct of its own.
	if nullable, found := methodOf(value, "Get"); found {
		return plain(nullable.Call(nil)[0])
	}
	members := map[string]any{}
	for index := 0; index < value.NumField(); index++ {
		field := value.Type().Field(index)
		tag, isMember := field.Tag.Lookup("json")
		if field.Name == "AdditionalProperties" {
			for _, key := range value.Field(index).MapKeys() {
				members[key.String()] = plain(value.Field(index).MapIndex(key))
			}
			continue
		}
		if !isMember {
			// The forms of a choice: one of them is there.
			if !value.Field(index).IsNil() {
				return plain(value.Field(index))
			}
			continue
		}
		name, options, _ := strings.Cut(tag, ",")
		if options != "omitempty" || !value.Field(index).IsZero() {
			members[name] = plain(value.Field(index))
		}
	}
	return members
}

// Reads every table and prints a line for each: its name, its rows, the sum of its whole numbers.
package main

import (
	"database/sql"
	"fmt"
	"log"
	"math/big"
	"os"
	"regexp"

	"github.com/ClickHouse/clickhouse-go/v2"
)

var whole = regexp.MustCompile(`^(Nullable\()?U?Int(8|16|32|64)\)?$`)

var methods = map[string]clickhouse.CompressionMethod{
	"none": clickhouse.CompressionNone,
	"lz4":  clickhouse.CompressionLZ4,
	"gzip": clickhouse.CompressionGZIP,
	"br":   clickhouse.CompressionBrotli,
}

func main() {
	address, database, compression := os.Args[1], os.Args[2], os.Args[3]
	connection := clickhouse.OpenDB(&clickhouse.Options{
		Addr:        []string{address},
		Protocol:    clickhouse.HTTP,
		Auth:        clickhouse.Auth{Database: database},
		Compression: &clickhouse.Compression{Method: methods[compression]},
	})
	for _, table := range tableNames(connection) {
		readTable(connection, table)
	}
}

func tableNames(connection *sql.DB) []string {
	rows, err := connection.Query("SELECT name FROM system.tables WHERE database = currentDatabase() ORDER BY name")
	check(err)
	defer rows.Close()
	var names []string
	for rows.Next() {
		var name string
		check(rows.Scan(&name))
		names = append(names, name)
	}
	check(rows.Err())
	return names
}

func readTable(connection *sql.DB, table string) {
	rows, err := connection.Query("SELECT * FROM `" + table + "`")
	check(err)
	defer rows.Close()
	columns, err := rows.ColumnTypes()
	check(err)
	values := make([]any, len(columns))
	for index := range values {
		values[index] = new(any)
	}
	count, sum := 0, new(big.Int)
	for rows.Next() {
		check(rows.Scan(values...))
		count++
		for index, column := range columns {
			value := *values[index].(*any)
			if !whole.MatchString(column.DatabaseTypeName()) || value == nil {
				continue
			}
			sum.Add(sum, toNumber(value))
		}
	}
	check(rows.Err())
	fmt.Println(table, count, sum)
}

// A nullable column gives pointers.
func toNumber(value any) *big.Int {
	switch pointer := value.(type) {
	case *uint8:
		return orZero(pointer)
	case *uint16:
		return orZero(pointer)
	case *uint32:
		return orZero(pointer)
	case *uint64:
		return orZero(pointer)
	case *int8:
		return orZero(pointer)
	case *int16:
		return orZero(pointer)
	case *int32:
		return orZero(pointer)
	case *int64:
		return orZero(pointer)
	}
	number, ok := new(big.Int).SetString(fmt.Sprint(value), 10)
	if !ok {
		log.Fatalf("not a whole number: %v (%T)", value, value)
	}
	return number
}

func orZero[Number any](pointer *Number) *big.Int {
	if pointer == nil {
		return new(big.Int)
	}
	return toNumber(*pointer)
}

func check(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

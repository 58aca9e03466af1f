"""Calls operations of a generated client and writes what it read of the answers, as one JSON list.

Standard input: {"package", "folder", "host", "calls": [{"operation", "arguments", "body"}]}.
Standard output: [{"status", "answer", "problem"}]; the answer is null when the client read none, and the status 0 when
it did not send the request.
"""

import importlib
import inspect
import json
import sys
import typing

order = json.load(sys.stdin)
sys.path.insert(0, order["folder"])
package = importlib.import_module(order["package"])
# Without this a client waits as long as Retry-After says and asks again.
configuration = package.Configuration(host=order["host"], retries=0)
client = package.ApiClient(configuration)
apis = [getattr(package, name)(client) for name in dir(package) if name.endswith("Api")]


def plain_name(name):
    return name.replace("_", "").lower()


operations = {
    plain_name(name): getattr(api, name)
    for api in apis
    for name in dir(api)
    if name.endswith("_with_http_info")
}


def arguments_of(operation, call):
    arguments = dict(call.get("arguments", {}))
    if call.get("body") is not None:
        # The body is the first parameter, and its type the model that a caller has to fill in.
        name, model = next(iter(typing.get_type_hints(inspect.unwrap(operation)).items()))
        # An object without members has no model: callers give a dictionary.
        arguments[name] = model.from_dict(call["body"]) if hasattr(model, "from_dict") else call["body"]
    return arguments


def plain(data):
    """What was read as JSON: an object, or one that lists objects."""
    if isinstance(data, dict):
        return {name: plain(value) for name, value in data.items()}
    if isinstance(data, list):
        return [plain(value) for value in data]
    return data.to_dict() if hasattr(data, "to_dict") else data


def read(call):
    operation = operations[plain_name(call["operation"]) + "withhttpinfo"]
    try:
        answer = operation(**arguments_of(operation, call))
        return {"status": answer.status_code, "answer": plain(answer.data)}
    except package.ApiException as refusal:
        return {"status": refusal.status or 0, "answer": plain(refusal.data), "problem": str(refusal)}
    except ValueError as error:
        # A request that its own checks refuse, or an answer that it cannot read.
        return {"status": 0, "answer": None, "problem": str(error)}


json.dump([read(call) for call in order["calls"]], sys.stdout)

"""Calls operations of a generated client and writes what it read of the answers, as one JSON list.

Standard input: {"package", "folder", "host", "calls": [{"operation", "arguments", "body"}]}.
Standard output: [{"status", "answer"}]; the answer is null when the client read none.
"""

import importlib
import inspect
import json
import sys
import typing

order = json.load(sys.stdin)
sys.path.insert(0, order["folder"])
package = importlib.import_module(order["package"])
client = package.ApiClient(package.Configuration(host=order["host"]))
apis = [getattr(package, name)(client) for name in dir(package) if name.endswith("Api")]


def operation_of(name):
    for api in apis:
        if hasattr(api, name):
            return getattr(api, name)
    raise LookupError(f"the client has no operation {name}")


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
    return data.to_dict()


def read(call):
    operation = operation_of(call["operation"] + "_with_http_info")
    try:
        answer = operation(**arguments_of(operation, call))
        return {"status": answer.status_code, "answer": plain(answer.data)}
    except package.ApiException as refusal:
        data = refusal.data
        return {"status": refusal.status, "answer": None if data is None else data.to_dict()}


json.dump([read(call) for call in order["calls"]], sys.stdout)

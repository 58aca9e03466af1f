"""Finds what is wrong with an OpenAPI 3.1 document, or with answers that it describes.

Standard input: {"document", "answers": [{"operation", "status", "answer"}]}; without answers the document is checked.
Standard output: a JSON list of texts.
"""

import json
import sys

from jsonschema import Draft202012Validator
from openapi_spec_validator import OpenAPIV31SpecValidator

order = json.load(sys.stdin)
document = order["document"]


def told(errors):
    return ["/".join(map(str, error.absolute_path)) + ": " + error.message for error in errors]


def schema_of(operation, status):
    responses = operations[operation]["responses"]
    response = responses.get(str(status), responses.get("default"))
    return response["content"]["application/json"]["schema"]


def answer_problems(answer):
    schema = {**schema_of(answer["operation"], answer["status"]), "components": document["components"]}
    errors = Draft202012Validator(schema).iter_errors(answer["answer"])
    return [f"{answer['operation']} {answer['status']} {text}" for text in told(errors)]


if "answers" in order:
    operations = {
        operation["operationId"]: operation for path in document["paths"].values() for operation in path.values()
    }
    problems = [text for answer in order["answers"] for text in answer_problems(answer)]
else:
    problems = told(OpenAPIV31SpecValidator(document).iter_errors())

json.dump(problems, sys.stdout)

"""Reads what is pending by every method that the client toncenter has for it, and prints what each one told."""

import asyncio
import json
import sys

from toncenter.rest import ToncenterRestClient

base_url, account, message_hash, destination = sys.argv[1:5]


async def read(v3):
    told = {}
    by_account = await v3.actions.get_pending_actions(account=account)
    by_hash = await v3.actions.get_pending_actions(
        ext_msg_hash=[message_hash],
        supported_action_types=["latest"],
        include_transactions=True,
    )
    # The wallet is deployed by its first message.
    [action] = [one for one in by_hash.actions if one.type == "ton_transfer"]
    told["get_pending_actions by account"] = action.action_id in [one.action_id for one in by_account.actions]
    told["get_pending_actions by hash"] = all(one.trace_external_hash == message_hash for one in by_hash.actions)
    told["finality"] = action.finality == "pending" and action.trace_id is None
    told["details"] = action.details["destination"] == destination
    told["accounts"] = sorted(action.accounts) == sorted([action.details["source"], destination])
    full = action.transactions_full
    told["include_transactions"] = [one.hash for one in full] == action.transactions and all(one.emulated for one in full)
    told["address_book"] = by_hash.address_book.root[destination].user_friendly is not None
    none = await v3.actions.get_pending_actions(account="0:" + "7" * 64)
    told["nothing pending"] = none.actions == []
    [trace] = (await v3.actions.get_pending_traces(ext_msg_hash=[message_hash])).traces
    told["get_pending_traces"] = trace.trace_info.trace_state == "pending" and trace.trace.tx_hash in trace.transactions
    told["actions of the trace"] = len(trace.actions) == len(by_hash.actions)
    transactions = (await v3.blockchain.get_pending_transactions(account=[account])).transactions
    told["get_pending_transactions"] = [one.hash for one in transactions] == [trace.trace.tx_hash]
    return told


async def main():
    async with ToncenterRestClient(api_key="any", base_url=base_url, timeout=60) as client:
        print(json.dumps(await read(client.v3)))


asyncio.run(main())

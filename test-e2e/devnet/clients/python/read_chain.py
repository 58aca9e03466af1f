"""Calls every method of v2 that the client toncenter has and that is served, and prints what each one told."""

import asyncio
import json
import sys

from toncenter.rest import ToncenterRestClient

base_url, address = sys.argv[1], sys.argv[2]
ELECTOR = "-1:" + "3" * 64


async def read(v2):
    told = {}
    info = await v2.blocks.get_masterchain_info()
    last = info.last
    block = {"workchain": last.workchain, "shard": last.shard, "seqno": last.seqno}
    told["get_masterchain_info"] = last.seqno > 1
    told["get_consensus_block"] = (await v2.blocks.get_consensus_block()).consensus_block >= last.seqno
    shards = (await v2.blocks.get_shards(last.seqno)).shards
    told["get_shards"] = [shard.workchain for shard in shards][:1] == [0]
    told["lookup_block"] = (await v2.blocks.lookup_block(**block)).root_hash == last.root_hash
    header = await v2.blocks.get_block_header(**block)
    told["get_block_header"] = header.prev_blocks[0].seqno == last.seqno - 1
    by_time = await v2.blocks.lookup_block(last.workchain, last.shard, lt=header.end_lt)
    told["lookup_block by lt"] = by_time.seqno == last.seqno
    history = await v2.transactions.get_transactions(address, limit=5)
    newest = history[0]
    told["get_transactions"] = newest.in_msg.destination == address
    message = newest.in_msg
    sought = (message.source, message.destination, message.created_lt)
    for name in ["try_locate_tx", "try_locate_result_tx"]:
        found = await getattr(v2.transactions, name)(*sought)
        told[name] = found.transaction_id.hash == newest.transaction_id.hash
    source = await v2.transactions.try_locate_source_tx(*sought)
    told["try_locate_source_tx"] = message.hash in [out.hash for out in source.out_msgs]
    masterchain = await v2.transactions.get_block_transactions(**block, count=100)
    told["get_block_transactions"] = not masterchain.incomplete
    whole = await v2.transactions.get_block_transactions_ext(**block, count=100)
    told["get_block_transactions_ext"] = len(whole.transactions) == len(masterchain.transactions)
    state = await v2.accounts.get_address_information(address)
    told["get_address_information"] = int(state.balance) > 0 and state.suspended is False
    extended = await v2.accounts.get_extended_address_information(address)
    told["get_extended_address_information"] = extended.balance == state.balance
    wallet = await v2.accounts.get_wallet_information(address)
    told["get_wallet_information"] = wallet.balance == state.balance and wallet.wallet is False
    told["get_address_balance"] = await v2.accounts.get_address_balance(address) == state.balance
    told["get_address_state"] = await v2.accounts.get_address_state(address) == "uninitialized"
    elector = await v2.accounts.get_extended_address_information(ELECTOR)
    told["get_extended_address_information of a contract"] = int(elector.balance) > 0
    parameter = await v2.configuration.get_config_param(0)
    told["get_config_param"] = parameter.config.bytes.startswith("te6cck")
    told["get_config_all"] = (await v2.configuration.get_config_all()).config.bytes.startswith("te6cck")
    told["get_libraries"] = len((await v2.configuration.get_libraries(["00" * 32])).result) == 0
    told["detect_address"] = (await v2.utils.detect_address(address)).given_type.endswith("bounceable")
    told["detect_hash"] = (await v2.utils.detect_hash("ab" * 32)).hex == "ab" * 32
    packed = await v2.utils.pack_address(await v2.utils.unpack_address(address))
    told["unpack_address, pack_address"] = packed == address
    result = await v2.runmethod.run_get_method(ELECTOR, "seqno", [])
    told["run_get_method"] = result.exit_code in (0, 11)
    called = await v2.rpc.json_rpc("getAddressBalance", params={"address": address})
    told["json_rpc"] = called is not None
    return told


async def main():
    async with ToncenterRestClient(api_key="any", base_url=base_url, timeout=60) as client:
        print(json.dumps(await read(client.v2)))


asyncio.run(main())

ALTER TABLE {database}.`contract_interfaces`{onCluster} ADD COLUMN IF NOT EXISTS `content_text` Nullable(String) DEFAULT NULL COMMENT 'What a jetton, item or collection stores of itself (TEP-64: name, symbol, decimals, image …; of a domain its name), a JSON object of texts; NULL: nothing, or it is at uri_text' CODEC(ZSTD(1));

ALTER TABLE {database}.`contract_interfaces`{onCluster} COMMENT COLUMN `addresses_text` 'Signers of a multisig or of its order, the two assets of a pool (TON: native), the wallet of a domain; separated by commas; else empty';

CREATE TABLE IF NOT EXISTS {database}.`domain_names`{onCluster} (
  `workchain` Int32 COMMENT 'Workchain of the account that the domain leads to, and that owned it' CODEC(T64, ZSTD(1)),
  `account` FixedString(32) COMMENT 'Account that the domain leads to (record wallet), and that owned it',
  `domain_text` String COMMENT 'All of the domain: foundation.ton' CODEC(ZSTD(1)),
  `item_workchain` Int32 COMMENT 'Workchain of the NFT item that the domain is' CODEC(T64, ZSTD(1)),
  `item_account` FixedString(32) COMMENT 'Account of the NFT item that the domain is'
) ENGINE = {replicated}ReplacingMergeTree()
ORDER BY (`workchain`, `account`, `domain_text`)
SETTINGS index_granularity = 1024
COMMENT 'Look-up: account to the domains that lead to it and that it owns, or once did';

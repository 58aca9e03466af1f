{{/* Addresses: the operator's, or those of the try-out. */}}
{{- define "tonriver.kafkaBrokers" -}}
{{ .Values.tryOut.enabled | ternary (printf "%s-kafka:9092" .Release.Name) (join "," .Values.kafka.brokers) }}
{{- end -}}
{{- define "tonriver.clickhouseUrl" -}}
{{ .Values.tryOut.enabled | ternary (printf "http://%s-clickhouse:8123" .Release.Name) .Values.clickhouse.url }}
{{- end -}}
{{- define "tonriver.redisUrl" -}}
{{ .Values.tryOut.enabled | ternary (printf "redis://%s-redis:6379" .Release.Name) .Values.redis.url }}
{{- end -}}

{{/* A variable; none when the value is empty or not set. A number is written out whole. In: name, value. */}}
{{- define "tonriver.variable" -}}
{{- if not (or (kindIs "invalid" .value) (eq (toString .value) "")) }}
- name: {{ .name }}
  value: {{ ternary .value (toJson .value) (kindIs "string" .value) | quote }}
{{- end }}
{{- end -}}

{{/* A variable from a key of an existing Secret; none without a Secret or a key. In: name, secret, key. */}}
{{- define "tonriver.secret" -}}
{{- if and .secret .key }}
- name: {{ .name }}
  valueFrom:
    secretKeyRef: { name: {{ .secret | quote }}, key: {{ .key | quote }} }
{{- end }}
{{- end -}}

{{- define "tonriver.networkSettings" -}}
{{- include "tonriver.variable" (dict "name" "GLOBAL_ID" "value" .network.globalId) }}
{{- include "tonriver.variable" (dict "name" "ZERO_STATE" "value" .network.zeroState) }}
{{- end -}}

{{- define "tonriver.kafkaSettings" -}}
{{- $kafka := .root.Values.kafka -}}
{{- include "tonriver.variable" (dict "name" "KAFKA_BROKERS" "value" (include "tonriver.kafkaBrokers" .root)) }}
{{- include "tonriver.variable" (dict "name" "KAFKA_SSL" "value" $kafka.tls) }}
{{- if $kafka.sasl.existingSecret }}
{{- include "tonriver.variable" (dict "name" "KAFKA_SASL_MECHANISM" "value" $kafka.sasl.mechanism) }}
{{- end }}
{{- $secret := $kafka.sasl.existingSecret }}
{{- include "tonriver.secret" (dict "name" "KAFKA_USERNAME" "secret" $secret "key" $kafka.sasl.usernameKey) }}
{{- include "tonriver.secret" (dict "name" "KAFKA_PASSWORD" "secret" $secret "key" $kafka.sasl.passwordKey) }}
{{- include "tonriver.variable" (dict "name" "KAFKA_REPLICATION_FACTOR" "value" $kafka.replicationFactor) }}
{{- include "tonriver.variable" (dict "name" "RAW_PARTITIONS" "value" $kafka.rawPartitions) }}
{{- include "tonriver.variable" (dict "name" "RAW_RETENTION_HOURS" "value" $kafka.rawRetentionHours) }}
{{- end -}}

{{/* In: root, network, values (may name a Secret of its own, for a user with fewer rights). */}}
{{- define "tonriver.clickhouseSettings" -}}
{{- $clickhouse := .root.Values.clickhouse -}}
{{- $secret := .values.clickhouseSecret | default $clickhouse.existingSecret -}}
{{- include "tonriver.variable" (dict "name" "CLICKHOUSE_URL" "value" (include "tonriver.clickhouseUrl" .root)) }}
{{- include "tonriver.variable" (dict "name" "CLICKHOUSE_DATABASE" "value" .network.database) }}
{{- include "tonriver.secret" (dict "name" "CLICKHOUSE_USERNAME" "secret" $secret "key" $clickhouse.usernameKey) }}
{{- include "tonriver.secret" (dict "name" "CLICKHOUSE_PASSWORD" "secret" $secret "key" $clickhouse.passwordKey) }}
{{- include "tonriver.variable" (dict "name" "CLICKHOUSE_CLUSTER" "value" $clickhouse.cluster) }}
{{- include "tonriver.variable" (dict "name" "CLICKHOUSE_REPLICATED" "value" $clickhouse.replicated) }}
{{- end -}}

{{- define "tonriver.redisSettings" -}}
{{- $redis := .root.Values.redis -}}
{{- include "tonriver.variable" (dict "name" "REDIS_URL" "value" (include "tonriver.redisUrl" .root)) }}
{{- include "tonriver.secret" (dict "name" "REDIS_URL" "secret" $redis.existingSecret "key" $redis.urlKey) }}
{{- $key := $redis.cacheSecretKey }}
{{- include "tonriver.secret" (dict "name" "CACHE_SECRET" "secret" $redis.existingSecret "key" $key) }}
{{- end -}}

{{- define "tonriver.archiveSettings" -}}
{{- include "tonriver.variable" (dict "name" "SOURCE" "value" "archive") }}
{{- /* Kubernetes would start a process again for ever that ends when an archive is published. */}}
{{- include "tonriver.variable" (dict "name" "EXIT_WHEN_DONE" "value" "false") }}
{{- $folder := .network.archive.folder | default "" | trimAll "/" }}
{{- include "tonriver.variable" (dict "name" "ARCHIVE_PATHS" "value" (printf "/archive/%s" $folder | trimSuffix "/")) }}
{{- end -}}

{{- define "tonriver.cellsSettings" -}}
{{- include "tonriver.variable" (dict "name" "CELLS_DIRECTORY" "value" "/data/cells") }}
{{- with .network.initialStates }}
{{- $folder := .folder | default "" | trimAll "/" }}
{{- $path := printf "/initial-states/%s" $folder | trimSuffix "/" }}
{{- include "tonriver.variable" (dict "name" "INITIAL_STATES" "value" $path) }}
{{- end }}
{{- end -}}

{{/* Without an executor in this network, the gateway refuses get-methods. */}}
{{- define "tonriver.executorSettings" -}}
{{- $executor := printf "%s-get-method-executor" (include "tonriver.prefix" (dict "root" .root "network" .network.name)) -}}
{{- range (include "tonriver.workloads" .root | fromJson).workloads }}
{{- if eq .name $executor }}
{{- include "tonriver.variable" (dict "name" "GET_METHOD_EXECUTOR_URL" "value" (printf "http://%s:8080" .name)) }}
{{- end }}
{{- end }}
{{- end -}}

{{/* Settings that all programs have. In: root, network, values. */}}
{{- define "tonriver.ownSettings" -}}
{{- if .root.Values.trustedCertificates.existingConfigMap }}
{{- $file := printf "/trusted-certificates/%s" .root.Values.trustedCertificates.key }}
{{- include "tonriver.variable" (dict "name" "NODE_EXTRA_CA_CERTS" "value" $file) }}
{{- end }}
{{- range $name, $value := .values.settings }}
{{- include "tonriver.variable" (dict "name" $name "value" $value) }}
{{- end }}
{{- end -}}

{{/* Health has the same port in every pod. Those that others send requests to have one more for these. In: facts. */}}
{{- define "tonriver.portSettings" -}}
{{- if .facts.isServer }}
{{- include "tonriver.variable" (dict "name" "HTTP_PORT" "value" "8080") }}
{{- include "tonriver.variable" (dict "name" "HTTP_HEALTH_PORT" "value" "8090") }}
{{- else }}
{{- include "tonriver.variable" (dict "name" "HTTP_PORT" "value" "8090") }}
{{- end }}
{{- end -}}

{{/* The environment of a service. In: root, workload. */}}
{{- define "tonriver.serviceSettings" -}}
{{- $w := .workload -}}
{{- $in := dict "root" .root "network" $w.network "values" $w.values -}}
{{- $grace := mul 1000 (int .root.Values.shutdownGraceSeconds) -}}
{{- $lines := list
  (include "tonriver.variable" (dict "name" "NETWORK" "value" $w.network.name))
  (include "tonriver.variable" (dict "name" "LOG_LEVEL" "value" .root.Values.logLevel))
  (include "tonriver.variable" (dict "name" "HTTP_HOST" "value" "0.0.0.0"))
  (include "tonriver.portSettings" $w)
  (include "tonriver.variable" (dict "name" "SHUTDOWN_GRACE_MS" "value" $grace)) -}}
{{- range $w.facts.settings }}
{{- $lines = append $lines (include (printf "tonriver.%sSettings" .) $in) }}
{{- end }}
{{- $lines = append $lines (include "tonriver.ownSettings" $in) }}
{{- range $lines }}
{{- with trim . }}
{{ . }}
{{- end }}
{{- end }}
{{- end -}}

{{/* The environment of the Job that migrates. In: root, network. */}}
{{- define "tonriver.migrateSettings" -}}
{{- $in := dict "root" .root "network" .network "values" .root.Values.migrate -}}
{{- range list
  (include "tonriver.variable" (dict "name" "NETWORK" "value" .network.name))
  (include "tonriver.variable" (dict "name" "LOG_LEVEL" "value" .root.Values.logLevel))
  (include "tonriver.clickhouseSettings" $in)
  (include "tonriver.ownSettings" $in) }}
{{- with trim . }}
{{ . }}
{{- end }}
{{- end }}
{{- end -}}

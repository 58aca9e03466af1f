{{/* One line per thing that the installation lacks or that contradicts itself, which a schema cannot tell. */}}
{{- define "tonriver.problems" -}}
{{- $v := .Values -}}
{{- $addresses := dict "kafka.brokers" $v.kafka.brokers "clickhouse.url" $v.clickhouse.url }}
{{- range $name, $value := $addresses }}
{{- if and $v.tryOut.enabled $value }}
- {{ $name }}: tryOut.enabled brings its own server; remove one of the two
{{- else if not (or $v.tryOut.enabled $value) }}
- {{ $name }}: is required, unless tryOut.enabled is true
{{- end }}
{{- end }}
{{- if and $v.tryOut.enabled (or $v.redis.url $v.redis.urlKey) }}
- redis.url: tryOut.enabled brings its own server; remove one of the two
{{- end }}
{{- if and $v.tryOut.enabled (not $v.clickhouse.existingSecret) }}
- clickhouse.existingSecret: is required with tryOut.enabled: the server is made with its user and password
{{- end }}
{{- if and $v.redis.url $v.redis.urlKey }}
- redis.urlKey: redis.url is set too; remove one of the two
{{- end }}
{{- if and (or $v.redis.urlKey $v.redis.cacheSecretKey) (not $v.redis.existingSecret) }}
- redis.existingSecret: is required for redis.urlKey and redis.cacheSecretKey
{{- end }}
{{- if and $v.redis.urlKey $v.networkPolicy.enabled (not $v.networkPolicy.redis.ports) }}
- networkPolicy.redis.ports: is required with redis.urlKey, because the chart cannot read a port in a Secret
{{- end }}
{{- if and $v.gatewayApi.enabled (not $v.gatewayApi.parentRefs) }}
- gatewayApi.parentRefs: is required, because gatewayApi.enabled is true
{{- end }}
{{- if not (regexMatch "^[a-z]" .Release.Name) }}
- the name of the release, {{ .Release.Name }}, has to begin with a letter, because names of Services have to
{{- end }}
{{- if not $v.networks }}
- networks: at least one is required
{{- end }}
{{- $names := list }}
{{- range $network := $v.networks }}
{{- if has $network.name $names }}
- networks: {{ $network.name }} is there twice
{{- end }}
{{- $names = append $names $network.name }}
{{- $prefix := include "tonriver.prefix" (dict "root" $ "network" $network.name) }}
{{- /* The longest label is the hash of a StatefulSet's revision: 63 characters in all. */}}
{{- if gt (len $prefix) 37 }}
- networks: {{ $prefix }} is too long a prefix for names (37 characters at most); take a shorter name of the release
{{- end }}
{{- if and (or $v.ingress.enabled $v.gatewayApi.enabled) (not $network.host) }}
- networks: {{ $network.name }} has no host, which ingress and gatewayApi need
{{- end }}
{{- end }}
{{- range (include "tonriver.workloads" . | fromJson).workloads }}
{{- include "tonriver.workloadProblems" (dict "root" $ "workload" .) }}
{{- end }}
{{- if $v.tryOut.enabled }}
{{- range $server, $facts := .Files.Get "files/try-out.yaml" | fromYaml }}
{{- if $facts.data }}
{{- $names := dict "size" (printf "tryOut.%s.storage" $server) "class" "tryOut.storageClass" }}
{{- $disk := dict "size" (index $v.tryOut $server "storage") "class" $v.tryOut.storageClass "values" $names }}
{{- include "tonriver.diskProblems" (merge (dict "root" $ "name" (printf "%s-%s" $.Release.Name $server)) $disk) }}
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{- define "tonriver.workloadProblems" -}}
{{- $w := .workload }}
{{- $folders := dict }}
{{- if has "archive" $w.facts.settings }}
{{- $folders = set $folders "archive" ($w.network.archive | default dict) }}
{{- end }}
{{- if and (has "cells" $w.facts.settings) $w.network.initialStates }}
{{- $folders = set $folders "initialStates" $w.network.initialStates }}
{{- end }}
{{- range $name, $folder := $folders }}
{{- if eq (empty $folder.existingClaim) (empty $folder.hostPath) }}
- networks: {{ $w.network.name }}: {{ $name }} needs existingClaim or hostPath, for {{ $w.component }}
{{- end }}
{{- end }}
{{- if and (eq $w.component "parser") (gt (int $w.values.replicas) (int .root.Values.kafka.rawPartitions)) }}
- services.parser.replicas: {{ int $w.values.replicas }} is more than kafka.rawPartitions, so that some would have no work
{{- end }}
{{- with $w.values.autoscaling }}
{{- if and .enabled (gt (int .minReplicas) (int .maxReplicas)) }}
- services.{{ $w.component }}.autoscaling: minReplicas is more than maxReplicas
{{- end }}
{{- end }}
{{- include "tonriver.partitionProblems" . }}
{{- with $w.values.cells }}
{{- $place := printf "services.%s.cells" $w.component }}
{{- $names := dict "size" (printf "%s.size" $place) "class" (printf "%s.storageClass" $place) }}
{{- $disk := dict "size" .size "class" .storageClass "values" $names }}
{{- include "tonriver.diskProblems" (merge (dict "root" $.root "name" $w.name) $disk) }}
{{- end }}
{{- end -}}

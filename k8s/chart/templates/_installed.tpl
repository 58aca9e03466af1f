{{/*
What is installed already. Without a cluster (`helm template`) nothing is known of it, and nothing is refused.
In: root, kind, name. Out: the object as JSON.
*/}}
{{- define "tonriver.installed" -}}
{{ lookup "apps/v1" .kind .root.Release.Namespace .name | toJson }}
{{- end -}}

{{/*
Kubernetes refuses other disks of a StatefulSet, in words that say nothing of the values. In: root, name (of the
StatefulSet), size, class, values ({size, class}: what the values are called).
*/}}
{{- define "tonriver.diskProblems" -}}
{{- $old := include "tonriver.installed" (dict "root" .root "kind" "StatefulSet" "name" .name) | fromJson -}}
{{- range $claim := dig "spec" "volumeClaimTemplates" list $old }}
{{- $was := dict "size" $claim.spec.resources.requests.storage "class" (dig "spec" "storageClassName" "" $claim) }}
{{- $is := dict "size" (toString $.size) "class" (toString $.class) }}
{{- range $member, $before := $was }}
{{- $asked := get $is $member }}
{{- if and (ne $before $asked) (or (ne $member "size") (ne (include "tonriver.bytes" $before) (include "tonriver.bytes" $asked))) }}
- {{ get $.values $member }}: {{ $asked | quote }} cannot be had, because the disk of {{ $.name }} was made with {{ $before | quote }}; keep that
{{- end }}
{{- end }}
{{- end }}
{{- end -}}

{{/* A quantity as a number of bytes. Kubernetes writes quantities in its own way: 1024Gi comes back as 1Ti. */}}
{{- define "tonriver.bytes" -}}
{{- $number := regexFind "^[0-9.]+" . -}}
{{- $units := dict "" 1 "m" 0.001 "k" 1e3 "M" 1e6 "G" 1e9 "T" 1e12 "P" 1e15 "Ki" 1024 "Mi" 1048576 "Gi" 1073741824 "Ti" 1099511627776 "Pi" 1125899906842624 -}}
{{- mulf (float64 $number) (get $units (trimPrefix $number .)) | int64 -}}
{{- end -}}

{{/* The topic of raw blocks keeps its number of partitions, as long as the brokers are the same. In: root, workload. */}}
{{- define "tonriver.partitionProblems" -}}
{{- $w := .workload -}}
{{- if has "kafka" $w.facts.settings -}}
{{- $old := include "tonriver.installed" (dict "root" .root "kind" $w.facts.kind "name" $w.name) | fromJson -}}
{{- $before := dict }}
{{- range $container := dig "spec" "template" "spec" "containers" list $old }}
{{- range $container.env }}
{{- $before = set $before .name (.value | default "") }}
{{- end }}
{{- end }}
{{- $was := get $before "RAW_PARTITIONS" }}
{{- $is := toString .root.Values.kafka.rawPartitions }}
{{- if and $was (ne $was $is) (eq (get $before "KAFKA_BROKERS") (include "tonriver.kafkaBrokers" .root)) }}
- kafka.rawPartitions: {{ $is }} cannot be had, because the topic of {{ $w.network.name }} was made with {{ $was }}; keep that
{{- end }}
{{- end -}}
{{- end -}}

{{/*
How many pods a Deployment has. Empty where an autoscaler says it alone. An autoscaler that is switched on begins with
the running number: without a number in the text, Kubernetes would take 1 when there was one before. So what has been
in the text stays in it; the annotation tells. In: root, workload.
*/}}
{{- define "tonriver.replicas" -}}
{{- $w := .workload -}}
{{- if $w.facts.isSingle -}}
1
{{- else if not (dig "autoscaling" "enabled" false $w.values) -}}
{{ $w.values.replicas }}
{{- else -}}
{{- $old := include "tonriver.installed" (dict "root" .root "kind" "Deployment" "name" $w.name) | fromJson -}}
{{- if hasKey (dig "metadata" "annotations" dict $old) "tonriver.io/replicas-by-chart" -}}
{{ max (dig "spec" "replicas" 1 $old) $w.values.autoscaling.minReplicas }}
{{- end -}}
{{- end -}}
{{- end -}}

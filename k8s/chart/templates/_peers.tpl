{{/* The pods of one component, as a NetworkPolicy names them. In: root, component, network. */}}
{{- define "tonriver.peer" -}}
- podSelector:
    matchLabels:
      {{- include "tonriver.selector" . | nindent 6 }}
{{- end -}}

{{/* Ports of a server: those of its addresses, unless the policy names others. In: root, server. Out: separated by spaces. */}}
{{- define "tonriver.ports" -}}
{{- $ports := list -}}
{{- if eq .server "kafka" -}}
{{- range splitList "," (include "tonriver.kafkaBrokers" .root) -}}
{{- $ports = append $ports (splitList ":" . | last) -}}
{{- end -}}
{{- else -}}
{{- $url := include (printf "tonriver.%sUrl" .server) .root | urlParse -}}
{{- $usual := get (dict "http" "80" "https" "443") $url.scheme | default "6379" -}}
{{- $ports = append $ports (regexFind "[0-9]+$" (regexFind ":[0-9]+$" $url.host) | default $usual) -}}
{{- end -}}
{{- join " " (index .root.Values.networkPolicy .server "ports" | default $ports | uniq) -}}
{{- end -}}

{{/* One rule to a server. Without peers any address is allowed, but only its ports. In: root, server. */}}
{{- define "tonriver.egress" -}}
{{- $peers := index .root.Values.networkPolicy .server "to" -}}
- ports:
    {{- range splitList " " (include "tonriver.ports" .) }}
    - { protocol: TCP, port: {{ . }} }
    {{- end }}
  {{- if .root.Values.tryOut.enabled }}
  to:
    {{- include "tonriver.peer" (dict "root" .root "component" .server) | nindent 4 }}
  {{- else if $peers }}
  to:
    {{- toYaml $peers | nindent 4 }}
  {{- end }}
{{- end -}}

{{/* Who may send to a service. An empty list of peers would mean everybody: then there is no rule. In: root, workload. */}}
{{- define "tonriver.ingress" -}}
{{- $policy := .root.Values.networkPolicy -}}
{{- $network := .workload.network.name -}}
{{- with $policy.metricsFrom }}
- from:
    {{- toYaml . | nindent 4 }}
  ports: [{ protocol: TCP, port: health }]
{{- end }}
{{- if eq .workload.component "api-gateway" }}
- from:
    {{- include "tonriver.peer" (dict "root" .root "component" "test" "network" $network) | nindent 4 }}
  ports: [{ protocol: TCP, port: health }]
{{- end }}
{{- if and (eq .workload.component "api-gateway") (not $policy.clients) }}
- ports: [{ protocol: TCP, port: http }]
{{- else if eq .workload.component "api-gateway" }}
- from:
    {{- toYaml $policy.clients | nindent 4 }}
    {{- include "tonriver.peer" (dict "root" .root "component" "test" "network" $network) | nindent 4 }}
  ports: [{ protocol: TCP, port: http }]
{{- else if eq .workload.component "get-method-executor" }}
- from:
    {{- include "tonriver.peer" (dict "root" .root "component" "api-gateway" "network" $network) | nindent 4 }}
  ports: [{ protocol: TCP, port: http }]
{{- end }}
{{- end -}}

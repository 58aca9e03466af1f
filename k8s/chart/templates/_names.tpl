{{/* The prefix of the names of a network. Names of Kubernetes have no underscore. In: root, network (its name). */}}
{{- define "tonriver.prefix" -}}
{{ .root.Release.Name }}-{{ .network | replace "_" "-" }}
{{- end -}}

{{/* The image's version, as a label may have it. */}}
{{- define "tonriver.version" -}}
{{ .Values.image.tag | default .Chart.AppVersion | replace "+" "_" | trunc 63 | trimSuffix "-" }}
{{- end -}}

{{/* Labels that never change, by which pods are found. In: root, component, network (its name; absent: of no network). */}}
{{- define "tonriver.selector" -}}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name | quote }}
app.kubernetes.io/component: {{ .component }}
{{- with .network }}
tonriver.io/network: {{ . | quote }}
{{- end }}
{{- end -}}

{{/* Labels of pods. */}}
{{- define "tonriver.podLabels" -}}
{{ include "tonriver.selector" . }}
app.kubernetes.io/part-of: tonriver
app.kubernetes.io/version: {{ include "tonriver.version" .root | quote }}
{{- end -}}

{{/* Labels of all other objects. */}}
{{- define "tonriver.labels" -}}
{{ include "tonriver.podLabels" . }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .root.Chart.Name .root.Chart.Version | replace "+" "_" }}
{{- end -}}

{{/* Metadata of an object. In: as for labels, and name. */}}
{{- define "tonriver.metadata" -}}
name: {{ .name | quote }}
namespace: {{ .root.Release.Namespace | quote }}
labels:
  {{- include "tonriver.labels" . | nindent 2 }}
{{- end -}}

{{- define "tonriver.image" -}}
{{- if .Values.image.digest -}}
{{ .Values.image.repository }}@{{ .Values.image.digest }}
{{- else -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}
{{- end -}}

{{/*
Every workload of the release as JSON: {workloads: [{network, component, name, facts, values}]}. `facts` are those of
files/services.yaml, `values` those of `services`, with the changes of the network.
*/}}
{{- define "tonriver.workloads" -}}
{{- $services := .Files.Get "files/services.yaml" | fromYaml -}}
{{- $workloads := list -}}
{{- range $network := .Values.networks -}}
{{- range $component, $facts := $services -}}
{{- $changes := dig "services" $component dict $network -}}
{{- $values := mergeOverwrite (deepCopy (index $.Values.services $component)) (deepCopy $changes) -}}
{{- if $values.enabled -}}
{{- $name := printf "%s-%s" (include "tonriver.prefix" (dict "root" $ "network" $network.name)) $component -}}
{{- $workload := dict "network" $network "component" $component "name" $name "facts" $facts "values" $values -}}
{{- $workloads = append $workloads $workload -}}
{{- end -}}
{{- end -}}
{{- end -}}
{{ dict "workloads" $workloads | toJson }}
{{- end -}}

{{/* What `tonriver.labels` and its neighbours need to know of a workload, as JSON. In: root, workload. */}}
{{- define "tonriver.marks" -}}
{{- $w := .workload -}}
{{ dict "name" $w.name "component" $w.component "network" $w.network.name | toJson }}
{{- end -}}

{{/* What PodSecurity `restricted` asks of a pod, and a user by number. In: user. */}}
{{- define "tonriver.podSecurity" -}}
runAsNonRoot: true
runAsUser: {{ .user }}
runAsGroup: {{ .user }}
fsGroup: {{ .user }}
# Setting the owner of millions of files would take long at every start.
fsGroupChangePolicy: OnRootMismatch
seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- define "tonriver.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities: { drop: [ALL] }
{{- end -}}

{{/* The parts of a pod that no program decides. In: root, name, values (may have nodeSelector, tolerations …). */}}
{{- define "tonriver.placement" -}}
serviceAccountName: {{ .name | quote }}
automountServiceAccountToken: false
# Otherwise Kubernetes would set variables such as KAFKA_PORT, which look like settings.
enableServiceLinks: false
{{- with .root.Values.image.pullSecrets }}
imagePullSecrets:
  {{- range . }}
  - name: {{ . | quote }}
  {{- end }}
{{- end }}
{{- with .values.priorityClassName }}
priorityClassName: {{ . | quote }}
{{- end }}
{{- with .values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{/* Replicas go to different nodes and zones where that is possible. In: root, workload. */}}
{{- define "tonriver.spread" -}}
{{- $selector := dict "root" .root "component" .workload.component "network" .workload.network.name -}}
{{- range list "topology.kubernetes.io/zone" "kubernetes.io/hostname" }}
- maxSkew: 1
  topologyKey: {{ . }}
  whenUnsatisfiable: ScheduleAnyway
  labelSelector:
    matchLabels:
      {{- include "tonriver.selector" $selector | nindent 6 }}
{{- end }}
{{- end -}}

{{/* Readiness decides who gets requests, so that of a server is asked often. In: facts. */}}
{{- define "tonriver.probes" -}}
startupProbe:
  httpGet: { path: /live, port: health }
  periodSeconds: 2
  timeoutSeconds: 3
  failureThreshold: 90
livenessProbe:
  httpGet: { path: /live, port: health }
  periodSeconds: 10
  timeoutSeconds: 3
  failureThreshold: 6
readinessProbe:
  httpGet: { path: /ready, port: health }
  periodSeconds: {{ ternary 2 10 (.facts.isServer | default false) }}
  timeoutSeconds: 2
  failureThreshold: 2
{{- end -}}

{{/* Mounts of a service beside /tmp. In: workload. */}}
{{- define "tonriver.mounts" -}}
{{- $w := .workload -}}
{{- if has "archive" $w.facts.settings }}
- { name: archive, mountPath: /archive, readOnly: true }
{{- end }}
{{- if has "cells" $w.facts.settings }}
- { name: cells, mountPath: /data }
{{- if $w.network.initialStates }}
- { name: initial-states, mountPath: /initial-states, readOnly: true }
{{- end }}
{{- end }}
{{- if .root.Values.trustedCertificates.existingConfigMap }}
- { name: trusted-certificates, mountPath: /trusted-certificates, readOnly: true }
{{- end }}
{{- end -}}

{{/* The volumes of these mounts, except those that a StatefulSet claims itself. */}}
{{- define "tonriver.volumes" -}}
{{- $w := .workload -}}
{{- if has "archive" $w.facts.settings }}
- name: archive
  {{- include "tonriver.folder" $w.network.archive | nindent 2 }}
{{- end }}
{{- if and (has "cells" $w.facts.settings) $w.network.initialStates }}
- name: initial-states
  {{- include "tonriver.folder" $w.network.initialStates | nindent 2 }}
{{- end }}
{{- with .root.Values.trustedCertificates.existingConfigMap }}
- name: trusted-certificates
  configMap: { name: {{ . | quote }} }
{{- end }}
{{- end -}}

{{/* A folder that others fill. In: existingClaim or hostPath. */}}
{{- define "tonriver.folder" -}}
{{- if .existingClaim -}}
persistentVolumeClaim: { claimName: {{ .existingClaim | quote }}, readOnly: true }
{{- else -}}
hostPath: { path: {{ .hostPath | quote }}, type: Directory }
{{- end -}}
{{- end -}}

{{/* The pod of a service. In: root, workload. */}}
{{- define "tonriver.pod" -}}
{{- $w := .workload -}}
{{- $marks := merge (dict "root" .root) (include "tonriver.marks" . | fromJson) -}}
metadata:
  labels:
    {{- include "tonriver.podLabels" $marks | nindent 4 }}
  {{- with $w.values.podAnnotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- include "tonriver.placement" (dict "root" .root "name" $w.name "values" $w.values) | nindent 2 }}
  # More than the program takes, so that it ends by itself.
  terminationGracePeriodSeconds: {{ add .root.Values.shutdownGraceSeconds 10 }}
  {{- if not $w.facts.isSingle }}
  topologySpreadConstraints:
    {{- include "tonriver.spread" . | trim | nindent 4 }}
  {{- end }}
  securityContext:
    {{- include "tonriver.podSecurity" (dict "user" 1000) | nindent 4 }}
  containers:
    - name: {{ $w.component }}
      image: {{ include "tonriver.image" .root | quote }}
      imagePullPolicy: {{ .root.Values.image.pullPolicy }}
      args: [{{ $w.component }}]
      env:
        {{- include "tonriver.serviceSettings" . | trim | nindent 8 }}
      ports:
        {{- if $w.facts.isServer }}
        - { name: http, containerPort: 8080 }
        {{- end }}
        - { name: health, containerPort: 8090 }
      {{- include "tonriver.probes" $w | nindent 6 }}
      resources:
        {{- toYaml $w.values.resources | nindent 8 }}
      securityContext:
        {{- include "tonriver.containerSecurity" . | nindent 8 }}
      volumeMounts:
        - { name: temporary, mountPath: /tmp }
        {{- with include "tonriver.mounts" . | trim }}
        {{- . | nindent 8 }}
        {{- end }}
  volumes:
    - name: temporary
      emptyDir: { sizeLimit: 256Mi }
    {{- with include "tonriver.volumes" . | trim }}
    {{- . | nindent 4 }}
    {{- end }}
{{- end -}}

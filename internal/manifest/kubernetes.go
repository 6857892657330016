package manifest

import (
	"strconv"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// podSpecs say where a workload of a kind keeps its pod.
var podSpecs = map[string][]string{
	"Pod":         {"spec"},
	"Deployment":  {"spec", "template", "spec"},
	"StatefulSet": {"spec", "template", "spec"},
	"DaemonSet":   {"spec", "template", "spec"},
	"ReplicaSet":  {"spec", "template", "spec"},
	"Job":         {"spec", "template", "spec"},
	"CronJob":     {"spec", "jobTemplate", "spec", "template", "spec"},
}

func parseWorkload(kind string, n node) []*Unit {
	where, ok := podSpecs[kind]
	if !ok {
		return nil
	}
	pod := n.get(where...)
	grace := pod.get("terminationGracePeriodSeconds").setting()
	name := n.get("metadata", "name").text()
	if strings.Contains(name, "{{") {
		return nil // a template, quoted so that it is YAML
	}
	containers := pod.get("containers").list()
	var units []*Unit
	for _, c := range containers {
		if c.get("image").n == nil {
			continue // a patch of a workload that stands elsewhere
		}
		u := &Unit{Name: name, Kind: kind, Place: c.get("name").place(), Image: c.get("image").text(), Grace: grace, Restart: "always"}
		if len(containers) > 1 && c.get("name").text() != name {
			u.Name = name + "/" + c.get("name").text()
		}
		kubernetesEnv(u, c)
		for _, p := range []struct{ key, kind string }{{"livenessProbe", "live"}, {"readinessProbe", "ready"}, {"startupProbe", "startup"}} {
			if probe := c.get(p.key); probe.n != nil {
				u.Probes = append(u.Probes, kubernetesProbe(p.kind, probe))
			}
		}
		u.PreStop = preStop(c.get("lifecycle", "preStop"))
		u.Signal = c.get("lifecycle", "stopSignal").text()
		u.SignalAt = c.get("lifecycle", "stopSignal").place()
		u.runs(c.get("command"), c.get("args"))
		units = append(units, u)
	}
	return units
}

func kubernetesEnv(u *Unit, c node) {
	u.Env = make(map[string]bool)
	for _, e := range c.get("env").list() {
		u.set(e.get("name").text(), e.get("value").text())
	}
	u.EnvOpen = c.get("envFrom").n != nil
}

func kubernetesProbe(kind string, p node) Probe {
	probe := Probe{
		Kind: kind, Place: p.place(), Failures: p.get("failureThreshold").number(3),
		Timeout: p.get("timeoutSeconds").duration(time.Second), Period: p.get("periodSeconds").duration(10 * time.Second),
		Delay: p.get("initialDelaySeconds").duration(0),
	}
	if get := p.get("httpGet"); get.n != nil {
		if probe.Path = get.get("path").text(); probe.Path == "" {
			probe.Path = "/"
		}
		probe.Path, _, _ = strings.Cut(probe.Path, "?")
		probe.Place = get.place()
		if path := get.get("path"); path.n != nil {
			probe.Place = path.place()
		}
	} else if exec := p.get("exec", "command"); exec.n != nil {
		probe.Path = urlPath(exec.texts())
	}
	return probe
}

var sleeping = lazyregexp.New(`\bsleep\s+([0-9]+)`)

// preStop returns how long a hook sleeps.
func preStop(hook node) Setting {
	if s := hook.get("sleep", "seconds"); s.n != nil {
		return s.setting()
	}
	command := hook.get("exec", "command")
	if m := sleeping().FindStringSubmatch(strings.Join(command.texts(), " ")); m != nil {
		n, err := strconv.Atoi(m[1])
		return Setting{D: time.Duration(n) * time.Second, Set: err == nil, Place: command.place()}
	}
	return Setting{}
}

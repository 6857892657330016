package audit

import (
	"slices"
	"strings"
	"time"

	"github.com/lifecyclelint/lifecyclelint/internal/manifest"
	"github.com/lifecyclelint/lifecyclelint/internal/service"
)

func probePath(in *inspection) { // M3
	if in.service == nil {
		return
	}
	for _, p := range in.unit.Probes {
		if p.Path == "" {
			continue
		}
		route := in.route(p.Path)
		switch {
		case route == nil && !in.below(p.Path) && in.allRoutesKnown():
			in.add(p.Place, "%s is asked for %s, which it does not serve", in.unit.Name, p.Path)
		case route != nil && p.Kind == "live" && route.Asks:
			in.add(p.Place, "the liveness probe %s of %s asks another service (%s:%d): when that one is down, this one is restarted", p.Path, in.unit.Name, route.Place.File, route.Place.Line)
		}
	}
}

// route returns the route that answers a path, or nil.
func (in *inspection) route(path string) *service.Route {
	for i, r := range in.service.Routes {
		whole := strings.TrimSuffix(r.Path, "{$}")
		if tail, ok := strings.CutPrefix(whole, service.Somewhere); r.Path == path || whole == path || ok && strings.HasSuffix(path, tail) {
			return &in.service.Routes[i]
		}
	}
	return nil
}

// below reports whether a path lies below one that ends in a slash. Some routers
// answer it then, and some do not.
func (in *inspection) below(path string) bool {
	return slices.ContainsFunc(in.service.Routes, func(r service.Route) bool {
		tail, ok := strings.CutPrefix(r.Path, service.Somewhere)
		return strings.HasSuffix(r.Path, "/") && (strings.HasPrefix(path, r.Path) || ok && strings.Contains(path, tail))
	})
}

// allRoutesKnown reports whether a path that is not among the routes is not
// served.
func (in *inspection) allRoutesKnown() bool {
	return len(in.service.Routes) > 0 && in.service.Cells["startup"].Value == service.No && len(in.service.Unseen) == 0
}

func startPeriod(in *inspection) { // M4
	if in.service == nil || in.service.Retry == 0 {
		return
	}
	has := slices.ContainsFunc(in.unit.Probes, func(p manifest.Probe) bool { return p.Kind == "startup" })
	for _, p := range in.unit.Probes {
		patience := p.Delay
		if p.Kind == "live" {
			patience += p.Period * time.Duration(p.Failures)
		}
		if p.Kind != "ready" && p.Kind != "startup" && !has && patience < in.service.Retry && (p.Kind == "live" || p.Period < in.service.Retry) {
			in.add(p.Place, "%s keeps trying to start for %s and more, and is asked after %s whether it is healthy: set %s",
				in.unit.Name, in.service.Retry, max(patience, p.Period), startKey(p))
		}
	}
}

func startKey(p manifest.Probe) string {
	if p.Kind == "health" {
		return "start_period"
	}
	return "a startupProbe"
}

func probeTimeout(in *inspection) { // M10
	if in.service == nil {
		return
	}
	for _, p := range in.unit.Probes {
		if r := in.route(p.Path); r != nil && r.Asks && r.Limit > p.Timeout {
			in.add(p.Place, "the probe %s of %s times out after %s, and its check may take %s (%s:%d)", p.Path, in.unit.Name, p.Timeout, r.Limit, r.Place.File, r.Place.Line)
		}
	}
}

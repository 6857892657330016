package auditor

import (
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// prefixes are what the paths of routers begin with, by key.
func (m *model) prefixes() {
	steps.Each(m.all, func(s *steps.Step) bool {
		if s.Kind == steps.Below && s.Key != "" {
			m.below[s.Key] = *s
		}
		return true
	})
}

// prefix returns what the paths of a router begin with, and whether that is known.
func (m *model) prefix(key string) (text string, known bool) {
	for range 8 {
		b, ok := m.below[key]
		if !ok {
			return text, true
		}
		if b.What == steps.Obscure {
			return "", false
		}
		if b.What != "" {
			text = strings.TrimSuffix(b.What, "/") + text
		}
		if b.Other = m.find(b.Other); b.Other == key {
			return text, true
		}
		key = b.Other
	}
	return text, false
}

// place route r below the router that it is registered with.
func (m *model) underPrefix(r *steps.Step) {
	if r.What == "" || r.What == steps.HealthService || r.Key == "" {
		return
	}
	prefix, known := m.prefix(r.Key)
	if !known || prefix == "" {
		return
	}
	method, path, ok := strings.Cut(r.What, " ")
	if !ok {
		method, path = "", r.What
	} else {
		method += " "
	}
	r.What = method + prefix + "/" + strings.TrimPrefix(path, "/")
	if path == "" || path == "/" {
		r.What = method + prefix
	}
}

// hidden says why not all paths are known which the program answers, "" if all are.
func (m *model) hidden() string {
	switch {
	case m.cut:
		return "the program does more than was looked at"
	case len(m.servers) == 0 && m.may&steps.MayServe != 0:
		return "what serves is started by calls that cannot be followed"
	case slices.ContainsFunc(m.routes, func(r steps.Step) bool { return r.What == "" }):
		return "some paths cannot be seen"
	}
	h := &handlers{m: m, does: make(map[string][]steps.Step), seen: make(map[string]bool)}
	answers, http := h.gather()
	for _, s := range m.servers {
		http = http || s.What != grpcServe && !accepts(s) && !catalog.OtherServers[s.What]
		if s.Via != "" {
			return "what answers is up to " + short(s.Via)
		}
	}
	if http && len(answers) == 0 {
		return "what answers cannot be seen"
	}
	for _, a := range answers {
		if why := h.obscure(a.Other); why != "" {
			return why
		}
	}
	for _, r := range m.routes {
		if why := h.choosesBy(r.Body); why != "" && catchAll(r.What) {
			return why
		}
	}
	return ""
}

const grpcServe = "(*google.golang.org/grpc.Server).Serve"

// catchAll reports whether a pattern stands for more than one path.
func catchAll(pattern string) bool {
	return strings.HasSuffix(pattern, "/") || strings.ContainsAny(pattern, "*{:")
}

// handlers knows what answers requests.
type handlers struct {
	m    *model
	does map[string][]steps.Step // Handler steps by key
	seen map[string]bool
}

// gather returns what servers do with requests.
func (h *handlers) gather() (answers []steps.Step, http bool) {
	steps.Each(h.m.all, func(s *steps.Step) bool {
		switch {
		case s.Kind == steps.Handler && s.Key != "":
			h.does[s.Key] = append(h.does[s.Key], *s)
		case s.Kind == steps.Answer && s.Index == 1:
			answers = append(answers, *s)
			answers[len(answers)-1].Other = h.m.find(s.Other)
		}
		return true
	})
	h.does[h.m.find(defaultMux)] = append(h.does[h.m.find(defaultMux)], steps.Step{Kind: steps.Handler, What: steps.Router})
	return answers, false
}

const defaultMux = "net/http.DefaultServeMux"

// obscure says why it is not known what handler key does, "" if it is.
func (h *handlers) obscure(key string) string {
	key = h.m.find(key)
	if h.seen[key] {
		return ""
	}
	list := h.does[key]
	if key == "" || len(list) == 0 {
		return "the handler cannot be followed to where it is made"
	}
	h.seen[key] = true
	for _, s := range list {
		if s.What == steps.Obscure {
			return "a router is handed to what cannot be followed"
		}
		if why := h.choosesBy(s.Body); why != "" {
			return why
		}
	}
	return ""
}

// choosesBy says why it is not known what a handler of this body answers.
func (h *handlers) choosesBy(body []steps.Step) (why string) {
	steps.Each(body, func(s *steps.Step) bool {
		switch {
		case why != "":
		case s.Kind == steps.Chooses:
			why = "a handler chooses by the path in a way that cannot be followed"
		case s.Kind == steps.Answer:
			why = h.obscure(s.Other)
		}
		return why == "" && s.Kind != steps.Route && s.Kind != steps.Start
	})
	return why
}

// probe returns the routes that answer a probe.
func (m *model) probe(id string) (list []steps.Step) {
	for _, r := range m.routes {
		if probeOf(pathOf(r)) == id || r.What == steps.HealthService {
			list = append(list, r)
		}
	}
	return distinct(list)
}

// probeOf returns which probe a path is for; it may stand below the path of an API.
func probeOf(path string) string {
	path = strings.TrimSuffix(path, "/")
	for whole := path; ; {
		if id := catalog.ProbePaths[path]; id != "" && (path == whole || !catalog.PlainWords[path]) {
			return id
		}
		i := strings.IndexByte(strings.TrimPrefix(path, "/"), '/')
		if i < 0 || len(path) < 2 {
			return ""
		}
		path = path[i+1:]
	}
}

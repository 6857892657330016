package textbook

import (
	"path"
	"slices"
	"strings"
)

// A Context is a place for a shape.
type Context struct {
	Name      string
	Main      bool   // the package is a program
	Placement string // function, method, closure, generic, helper, inline, package
	Exported  bool
	Caller    bool   // something in the package calls it
	Start     string // go, wg, errgroup: what starts the goroutines of the shape
	Stop      string // context, channel: what ends them
}

// bodyContexts are the places for a function's body. From the base, which is the
// first, each axis varies alone; and package × placement, package × visibility ×
// caller, package × start and package × stop vary together. In a program the
// function is called, and unexported unless the name says otherwise.
var bodyContexts = []string{
	"lib-function", "lib-method", "lib-closure", "lib-generic", "lib-helper",
	"main-inline", "main-function", "main-method", "main-closure", "main-generic", "main-helper",
	"lib-function-caller", "lib-function-unexported", "lib-function-unexported-caller", "main-function-exported",
	"lib-function-wg", "lib-function-errgroup", "main-function-wg", "main-function-errgroup",
	"lib-function-channel", "main-function-channel",
}

// packageContexts are those of declarations.
var packageContexts = []string{
	"lib-package", "lib-package-caller", "lib-package-unexported", "lib-package-unexported-caller",
	"main-package", "main-package-exported",
	"lib-package-wg", "lib-package-errgroup", "main-package-wg", "main-package-errgroup",
	"lib-package-channel", "main-package-channel",
}

// newContext reads the name of a context: package, placement, and how it differs
// from the base.
func newContext(name string) Context {
	words := strings.Split(name, "-")
	c := Context{Name: name, Main: words[0] == "main", Placement: words[1], Start: "go", Stop: "context"}
	c.Exported, c.Caller = !c.Main, c.Main
	for _, word := range words[2:] {
		switch word {
		case "exported":
			c.Exported = true
		case "unexported":
			c.Exported = false
		case "caller":
			c.Caller = true
		case "wg", "errgroup":
			c.Start = word
		case "channel":
			c.Stop = word
		}
	}
	return c
}

// Contexts returns the contexts that apply to the shape: those whose axes its
// sections use, but for the ones that it leaves out.
func (s *Shape) Contexts() ([]Context, error) {
	used, err := s.usage()
	if err != nil {
		return nil, err
	}
	names := bodyContexts
	if s.whole() {
		names = packageContexts
	}
	var list []Context
	for _, name := range names {
		if c := newContext(name); s.applies(c, used) && !s.leftOut(name) {
			list = append(list, c)
		}
	}
	return list, nil
}

func (s *Shape) leftOut(name string) bool {
	return slices.ContainsFunc(s.Without, func(pattern string) bool {
		ok, _ := path.Match(pattern, name)
		return ok || slices.Contains(strings.Split(name, "-"), pattern)
	})
}

func (s *Shape) applies(c Context, used usage) bool {
	if c.Start != "go" && !used.start || c.Stop != "context" && !used.stop {
		return false
	}
	if !s.whole() {
		return c.Placement != "inline" || !s.has("results") && !s.has("call")
	}
	if s.program() {
		return c.Main && !c.Exported
	}
	if c.Exported != newContext(c.Name[:strings.IndexByte(c.Name, '-')]+"-package").Exported && !used.name {
		return false
	}
	return !c.Caller || s.has("use") || s.has("bad use")
}

// A Case is a shape in a context.
type Case struct {
	Shape   *Shape
	Context Context
}

// ID returns analyzer/check/shape/context.
func (c Case) ID() string { return c.Shape.Path() + "/" + c.Context.Name }

// Cases returns every shape in every context that applies to it.
func Cases(shapes []*Shape) ([]Case, error) {
	var cases []Case
	for _, s := range shapes {
		contexts, err := s.Contexts()
		if err != nil {
			return nil, err
		}
		for _, c := range contexts {
			cases = append(cases, Case{s, c})
		}
	}
	return cases, nil
}

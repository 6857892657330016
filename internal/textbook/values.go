package textbook

import (
	"strings"
	"text/template"
	"unicode"
	"unicode/utf8"
)

// usage says which axes the sections of a shape use.
type usage struct{ start, stop, name bool }

// values is what templates see, and notes what they use.
type values struct {
	ctx     Context
	used    usage
	group   bool // the group is declared
	waits   bool // the template says where it is waited for
	onField bool // the group is a field
	Func    string
}

func (v *values) expand(text string) (string, error) {
	t, err := template.New("section").Funcs(template.FuncMap{"name": v.name}).Parse(text)
	if err != nil {
		return "", err
	}
	var b strings.Builder
	err = t.Execute(&b, v)
	return b.String(), err
}

// name returns the exported or unexported form of a name.
func (v *values) name(name string) string {
	v.used.name = true
	return visible(name, v.ctx.Exported)
}

func visible(name string, exported bool) string {
	first, size := utf8.DecodeRuneInString(name)
	if exported {
		return string(unicode.ToUpper(first)) + name[size:]
	}
	return string(unicode.ToLower(first)) + name[size:]
}

// Main reports whether the package is a program.
func (v *values) Main() bool { return v.ctx.Main }

// Channel reports whether a channel is what stops.
func (v *values) Channel() bool { v.used.stop = true; return v.ctx.Stop == "channel" }

// StopParam is the parameter with the stop signal.
func (v *values) StopParam() string {
	if v.Channel() {
		return "stop <-chan struct{}"
	}
	return "ctx context.Context"
}

// StopArg is the name of that parameter.
func (v *values) StopArg() string {
	name, _, _ := strings.Cut(v.StopParam(), " ")
	return name
}

// StopType is its type.
func (v *values) StopType() string {
	_, typ, _ := strings.Cut(v.StopParam(), " ")
	return typ
}

// Done is the channel that is closed when it is time to stop.
func (v *values) Done() string {
	if v.Channel() {
		return "stop"
	}
	return "ctx.Done()"
}

// Group declares the group, where it is to stand elsewhere than before the first Go.
func (v *values) Group() string {
	v.used.start = true
	if v.ctx.Start == "go" || v.group {
		return ""
	}
	v.group = true
	return "var group " + v.groupType()
}

// GroupField is the group as a field.
func (v *values) GroupField() string {
	v.used.start, v.onField = true, true
	if v.ctx.Start == "go" {
		return ""
	}
	return "group " + v.groupType()
}

func (v *values) groupType() string {
	if v.ctx.Start == "wg" {
		return "sync.WaitGroup"
	}
	return "errgroup.Group"
}

// Go starts a goroutine, which ends at EndGo.
func (v *values) Go() string { return strings.TrimPrefix(v.Group()+"\n", "\n") + v.start("group") }

// GoOn starts a goroutine in the group that is a field of the named variable.
func (v *values) GoOn(owner string) string { v.onField = true; return v.start(owner + ".group") }

func (v *values) start(group string) string {
	v.used.start = true
	switch v.ctx.Start {
	case "wg":
		return group + ".Go(func() {"
	case "errgroup":
		return group + ".Go(func() error {"
	}
	return "go func() {"
}

// EndGo ends what Go or GoOn began.
func (v *values) EndGo() string {
	switch v.ctx.Start {
	case "wg":
		return "})"
	case "errgroup":
		return "return nil\n})"
	}
	return "}()"
}

// Return leaves the goroutine.
func (v *values) Return() string {
	if v.ctx.Start == "errgroup" {
		return "return nil"
	}
	return "return"
}

// Wait waits for the group, where that is to stand elsewhere than at the end.
func (v *values) Wait() string { v.waits = true; return v.wait("group") }

// WaitOn waits for the group that is a field of the named variable.
func (v *values) WaitOn(owner string) string { v.waits = true; return v.wait(owner + ".group") }

// NoWait records that nothing waits for the group.
func (v *values) NoWait() string { v.waits = true; return "" }

func (v *values) wait(group string) string {
	v.used.start = true
	switch v.ctx.Start {
	case "wg":
		return group + ".Wait()"
	case "errgroup":
		return "_ = " + group + ".Wait()"
	}
	return ""
}

// usage expands all sections in the base context, to see which axes they use.
func (s *Shape) usage() (usage, error) {
	v := &values{ctx: newContext("lib-function")}
	for _, text := range s.sections {
		if _, err := v.expand(text); err != nil {
			return usage{}, err
		}
	}
	return v.used, nil
}

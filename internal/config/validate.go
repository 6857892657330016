package config

import (
	"fmt"
	"path"
	"reflect"
	"slices"
	"strings"

	"go.yaml.in/yaml/v3"

	"github.com/lifecyclelint/lifecyclelint/analyzers"
	"github.com/lifecyclelint/lifecyclelint/internal/build"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/finding"
	"github.com/lifecyclelint/lifecyclelint/internal/near"
)

// validator walks the document and keeps the mistakes, with their places.
type validator struct {
	file  string
	suite []*check.Analyzer
	errs  Errors

	at map[string]yaml.Node // what only a run can tell the existence of, by its text
}

func (v *validator) fail(n *yaml.Node, format string, args ...any) {
	v.errs = append(v.errs, &Error{v.file, n.Line, n.Column, fmt.Sprintf(format, args...)})
}

// fields returns the mapping's values by key, after holding its keys against
// the yaml tags of typ.
func (v *validator) fields(n *yaml.Node, typ reflect.Type) map[string]*yaml.Node {
	values := make(map[string]*yaml.Node)
	if n.Kind != yaml.MappingNode {
		v.fail(n, "want keys and values here")
		return values
	}
	known := keys(typ)
	for i := 0; i+1 < len(n.Content); i += 2 {
		key := n.Content[i]
		switch {
		case !slices.Contains(known, key.Value):
			v.unknownKey(key, known)
		case values[key.Value] != nil:
			v.fail(key, "key %q stands here twice", key.Value)
		}
		values[key.Value] = n.Content[i+1]
	}
	return values
}

func (v *validator) unknownKey(key *yaml.Node, known []string) {
	if meant := near.Word(key.Value, known); meant != "" {
		v.fail(key, "unknown key %q; did you mean %s?", key.Value, meant)
		return
	}
	v.fail(key, "unknown key %q, want one of %s", key.Value, strings.Join(known, ", "))
}

// keys returns the keys of a configuration struct, in order.
func keys(typ reflect.Type) []string {
	var list []string
	for f := range typ.Fields() {
		if name := f.Tag.Get("yaml"); name != "-" {
			list = append(list, name)
		}
	}
	return list
}

func (v *validator) document(n *yaml.Node) {
	values := v.fields(n, reflect.TypeFor[Config]())
	for _, key := range keys(reflect.TypeFor[Config]()) {
		value := values[key]
		if value == nil {
			continue
		}
		switch key {
		case "version":
			v.oneOf(value, "1")
		case "checks":
			v.checks(value)
		case "fail-on":
			if _, err := finding.ParseFailOn(value.Value); err != nil || value.Value == "" {
				v.oneOf(value, "high", "medium", "low", "none")
			}
		case "strict":
			v.oneOf(value, "true", "false")
		case "confidence":
			v.oneOf(value, "high", "medium", "low")
		case "fixes":
			v.oneOf(value, "lifecycle", "stdlib")
		case "lifecycle", "tags":
			v.scalar(value)
		case "baseline":
			v.scalar(value)
			v.at[value.Value] = *value
		case "tests":
			v.oneOf(value, "default", "all", "none")
		case "generated":
			v.oneOf(value, "true", "false")
		case "builds":
			v.each(value, build.Valid)
		case "stops", "closes", "runs-forever", "detaches":
			v.each(value, check.ValidFuncName)
		case "severity":
			v.severities(value)
		case "paths":
			v.paths(value)
		}
	}
}

func (v *validator) scalar(n *yaml.Node) {
	if n.Kind != yaml.ScalarNode || n.Value == "" {
		v.fail(n, "want a text here")
	}
}

func (v *validator) oneOf(n *yaml.Node, values ...string) {
	if n.Kind != yaml.ScalarNode || !slices.Contains(values, n.Value) {
		v.fail(n, "is %q, want %s%s", n.Value, strings.Join(values, ", "), near.Hint(n.Value, values))
	}
}

func (v *validator) list(n *yaml.Node) []*yaml.Node {
	if n.Kind != yaml.SequenceNode {
		v.fail(n, "want a list here")
		return nil
	}
	return n.Content
}

// each wants a list of texts that are valid.
func (v *validator) each(n *yaml.Node, valid func(string) error) {
	for _, item := range v.list(n) {
		v.scalar(item)
		if err := valid(item.Value); err != nil {
			v.fail(item, "%v", err)
		}
		v.at[item.Value] = *item
	}
}

// checks wants words as --checks takes them.
func (v *validator) checks(n *yaml.Node) {
	for _, item := range v.list(n) {
		name := strings.TrimPrefix(item.Value, "-")
		if name != "all" && name != "default" && !v.known(name) {
			v.unknownCheck(item, name)
		}
	}
}

func (v *validator) unknownCheck(n *yaml.Node, name string) {
	v.fail(n, "%v", analyzers.Unknown(v.suite, name))
}

// known reports whether name is an analyzer or a check.
func (v *validator) known(name string) bool {
	return slices.ContainsFunc(v.suite, func(a *check.Analyzer) bool {
		return a.Name == name || slices.ContainsFunc(a.Checks, func(c *check.Check) bool { return slices.Contains(c.IDs(), name) })
	})
}

func (v *validator) severities(n *yaml.Node) {
	if n.Kind != yaml.MappingNode {
		v.fail(n, "want check IDs and severities here")
		return
	}
	for i := 0; i+1 < len(n.Content); i += 2 {
		id := n.Content[i]
		if !strings.Contains(id.Value, "/") || !v.known(id.Value) {
			v.unknownCheck(id, id.Value)
		}
		v.oneOf(n.Content[i+1], "high", "medium", "low")
	}
}

func (v *validator) paths(n *yaml.Node) {
	for _, item := range v.list(n) {
		values := v.fields(item, reflect.TypeFor[PathRule]())
		pattern, off := values["path"], values["off"]
		if pattern == nil || off == nil {
			v.fail(item, "want both path and off")
			continue
		}
		v.scalar(pattern)
		if _, err := path.Match(pattern.Value, ""); err != nil {
			v.fail(pattern, "%q is not a pattern: %v", pattern.Value, err)
		}
		for _, name := range v.list(off) {
			if name.Value != "all" && !v.known(name.Value) {
				v.unknownCheck(name, name.Value)
			}
		}
	}
}

package manifest

import (
	"iter"
	"strconv"
	"time"

	"go.yaml.in/yaml/v3"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// A node is a YAML node; its methods see through aliases and merge keys, and
// answer with nothing where there is nothing.
type node struct {
	n    *yaml.Node
	file string
}

func (n node) resolve() *yaml.Node {
	for i := 0; n.n != nil && n.n.Kind == yaml.AliasNode && i < 20; i++ {
		n.n = n.n.Alias
	}
	return n.n
}

func (n node) mapping() bool {
	r := n.resolve()
	return r != nil && r.Kind == yaml.MappingNode
}

// pairs yields the keys and values of a mapping; merged ones come last.
func (n node) pairs() iter.Seq2[node, node] {
	return func(yield func(k, v node) bool) { n.each(yield, 8) }
}

func (n node) each(yield func(k, v node) bool, depth int) bool {
	r := n.resolve()
	if r == nil || r.Kind != yaml.MappingNode || depth == 0 {
		return true
	}
	var merged []node
	for i := 0; i+1 < len(r.Content); i += 2 {
		k, v := node{r.Content[i], n.file}, node{r.Content[i+1], n.file}
		if k.n.Tag == "!!merge" {
			if s := v.resolve(); s != nil && s.Kind == yaml.SequenceNode {
				merged = append(merged, v.list()...)
			} else {
				merged = append(merged, v)
			}
			continue
		}
		if !yield(k, v) {
			return false
		}
	}
	for _, m := range merged {
		if !m.each(yield, depth-1) {
			return false
		}
	}
	return true
}

// get returns the value of a path of keys.
func (n node) get(path ...string) node {
	for _, key := range path {
		found := node{file: n.file}
		for k, v := range n.pairs() {
			if k.n.Value == key {
				found = v
				break
			}
		}
		n = found
	}
	return n
}

func (n node) list() []node {
	r := n.resolve()
	if r == nil || r.Kind != yaml.SequenceNode {
		return nil
	}
	list := make([]node, len(r.Content))
	for i, c := range r.Content {
		list[i] = node{c, n.file}
	}
	return list
}

func (n node) text() string {
	if r := n.resolve(); r != nil && r.Kind == yaml.ScalarNode {
		return r.Value
	}
	return ""
}

// texts returns the scalars of a list, or a single scalar.
func (n node) texts() []string {
	if s := n.text(); s != "" {
		return []string{s}
	}
	var list []string
	for _, c := range n.list() {
		list = append(list, c.text())
	}
	return list
}

func (n node) place() Place {
	if n.n == nil {
		return Place{File: n.file}
	}
	return Place{n.file, n.n.Line, n.n.Column}
}

// duration reads "30s", or a number of seconds.
func (n node) duration(otherwise time.Duration) time.Duration {
	s := n.interpolated()
	if d, err := time.ParseDuration(s); err == nil {
		return d
	}
	if i, err := strconv.Atoi(s); err == nil {
		return time.Duration(i) * time.Second
	}
	return otherwise
}

func (n node) setting() Setting {
	if n.text() == "" {
		return Setting{}
	}
	d := n.duration(-1)
	return Setting{D: max(d, 0), Set: d >= 0, Open: d < 0, Place: n.place()}
}

var variable = lazyregexp.New(`\$\{\w+:?-([^{}]*)\}`)

// interpolated is the text with the defaults of its variables.
func (n node) interpolated() string {
	inner := variable().ReplaceAllString(n.text(), "$1") // a default may have one itself
	return variable().ReplaceAllString(inner, "$1")
}

func (n node) number(otherwise int) int {
	if i, err := strconv.Atoi(n.text()); err == nil {
		return i
	}
	return otherwise
}

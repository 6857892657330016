package auditor

import (
	"path"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/facts/steps"
)

// nameOf returns what the thing that a step is about is called in the code: a field with its type, or a
// variable of a package; "" for what is only known by its place.
func (m *model) nameOf(s steps.Step) string {
	key := s.Key
	if s.Other != "" && lasting(s.Other) {
		key = s.Other
	}
	if !lasting(key) {
		key = m.fieldOf(key, owner(s.At.Pkg))
	}
	if key == "" || key[0] == '#' || key[0] == '=' || key == s.What || strings.HasPrefix(key, "interface{") {
		return ""
	}
	_, name, _ := strings.Cut(path.Base(key), ".")
	return strings.ReplaceAll(name, " ", ".")
}

// owner returns what the paths of a repository's packages begin with: its host and its owner.
func owner(pkg string) string {
	parts := strings.SplitN(pkg, "/", 3)
	if strings.Contains(parts[0], ".") {
		return strings.Join(parts[:min(2, len(parts))], "/")
	}
	return parts[0]
}

// fieldOf returns the key of a field or variable of a repository in which what has a key is kept, the least
// of several.
func (m *model) fieldOf(key, of string) (field string) {
	if key == "" {
		return ""
	}
	root := m.find(key)
	for k := range m.parent {
		if lasting(k) && strings.HasPrefix(k, of) && m.find(k) == root && (field == "" || k < field) {
			field = k
		}
	}
	return field
}

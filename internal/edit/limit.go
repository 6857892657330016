package edit

import (
	"bytes"
	"go/constant"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Limit returns a setting that says how long something may take, as the code at pos would write it,
// "" where there is none in scope: a constant or variable, or a field of a variable or of its
// settings. what is a key of [catalog.LimitNames].
func (b *Builder) Limit(pos token.Pos, what string) string {
	names := catalog.LimitNames[what]
	for scope := b.pass.Pkg.Scope().Innermost(pos); scope != nil && scope != types.Universe; scope = scope.Parent() {
		for _, name := range scope.Names() {
			obj := scope.Lookup(name)
			if _, seen := b.pass.Pkg.Scope().Innermost(pos).LookupParent(name, pos); seen != obj || name == "_" {
				continue
			}
			if limit := b.limitIn(obj, names, scope != b.pass.Pkg.Scope()); limit != "" {
				return limit
			}
		}
	}
	return ""
}

// limitIn returns obj, or a field of it, if that is one of the settings. Of what the package has
// for all, only what is a limit itself counts.
func (b *Builder) limitIn(obj types.Object, names []string, fields bool) string {
	switch obj := obj.(type) {
	case *types.Const:
		if isLimit(obj, names) && constant.Sign(obj.Val()) > 0 {
			return obj.Name()
		}
	case *types.Var:
		if isLimit(obj, names) {
			return obj.Name()
		}
		if !fields || b.asksNil(obj.Name()) {
			return ""
		}
		return b.limitField(obj.Name(), obj.Type(), names, 2)
	}
	return ""
}

// asksNil reports whether the file compares something of that name with nil.
func (b *Builder) asksNil(name string) bool {
	return bytes.Contains(b.src, []byte(name+" == nil")) || bytes.Contains(b.src, []byte(name+" != nil"))
}

// limitField returns the field of a struct that is one of the settings, which may be in a struct of
// settings of their own.
func (b *Builder) limitField(path string, t types.Type, names []string, depth int) string {
	if p, ok := types.Unalias(t).(*types.Pointer); ok {
		t = p.Elem()
	}
	st, ok := t.Underlying().(*types.Struct)
	if !ok {
		return ""
	}
	settings := ""
	for f := range st.Fields() {
		if !b.ownField(f) {
			continue
		}
		if isLimit(f, names) {
			return path + "." + f.Name()
		}
		if settings == "" && depth > 1 && catalog.SettingsNames[strings.ToLower(f.Name())] {
			settings = b.limitField(path+"."+f.Name(), f.Type(), names, depth-1)
		}
	}
	return settings
}

// ownField reports whether the code of the package can name a field that the module declares: what
// other modules call a timeout limits something of theirs, and may well be zero.
func (b *Builder) ownField(f *types.Var) bool {
	if f.Name() == "_" {
		return false
	}
	if f.Pkg() == b.pass.Pkg {
		return true
	}
	m := b.pass.Module
	return f.Exported() && m != nil && m.Path != "" && strings.HasPrefix(f.Pkg().Path()+"/", m.Path+"/")
}

// isLimit reports whether an object is a duration of one of the names.
func isLimit(obj types.Object, names []string) bool {
	named, ok := types.Unalias(obj.Type()).(*types.Named)
	if !ok || named.Obj().Pkg() == nil || named.Obj().Pkg().Path() != "time" || named.Obj().Name() != "Duration" {
		return false
	}
	return slices.Contains(names, strings.ToLower(strings.ReplaceAll(obj.Name(), "_", "")))
}

// Seconds returns the setting that [Builder.Limit] finds, else ten seconds, as an argument.
func (b *Builder) Seconds(pos token.Pos, what string) string {
	if limit := b.Limit(pos, what); limit != "" {
		return limit
	}
	return "10*" + b.Import(pos, "time", "time") + ".Second"
}

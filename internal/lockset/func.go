package lockset

import (
	"go/token"
	"slices"
	"strings"

	"golang.org/x/tools/go/ssa"
)

// InInit reports whether f runs when the package is initialized, before anything else.
func (f *Func) InInit() bool {
	name := f.Outermost().Name()
	return name == "init" || strings.HasPrefix(name, "init#")
}

// Encloses reports whether pos is in f, or in the function around it if f is a
// literal; what callers hold is reported where they call.
func (f *Func) Encloses(pos token.Pos) bool {
	fn := f.Outermost()
	return fn.Syntax() != nil && fn.Syntax().Pos() <= pos && pos < fn.Syntax().End()
}

// InMain reports whether f is what runs when the program starts.
func (f *Func) InMain() bool { return f.SSA.Name() == "main" && f.SSA.Pkg.Pkg.Name() == "main" }

// Started reports whether f, a literal, runs as a goroutine.
func (f *Func) Started() bool {
	return slices.ContainsFunc(f.Sites, func(s Site) bool { return s.Start })
}

// Outermost returns the declared function that f is, or is a literal of.
func (f *Func) Outermost() *ssa.Function {
	fn := f.SSA
	for fn.Parent() != nil {
		fn = fn.Parent()
	}
	return fn
}

// OnlyInTests reports whether nothing in the package calls f, or tests alone.
func (f *Func) OnlyInTests() bool {
	return !f.AsValue() && !slices.ContainsFunc(f.Sites, func(s Site) bool {
		return !strings.HasSuffix(s.Caller.SSA.Prog.Fset.Position(s.Caller.SSA.Pos()).Filename, "_test.go")
	})
}

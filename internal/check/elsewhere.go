package check

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// forCallers are the checks all of whose findings matter by what the callers do: whether they call a second time, continue
// after a failure, or wait for the end. Those of other checks are as often true where only other packages call as they are
// anywhere.
var forCallers = map[string]bool{
	"goroutineleak/unjoined-worker":  true,
	"shutdownorder/abrupt-stop":      true,
	"shutdownorder/once-keeps-error": true,
}

// callers returns the doubts that come from who calls the function around a finding.
func (p *Pass) callers(at token.Pos) []Doubt {
	if decl := p.shared.around(at); decl != nil && p.shared.uncalled(decl) {
		return []Doubt{verdict.Uncalled.At(decl.Name.Pos())}
	}
	if forCallers[p.Check.ID()] {
		return p.Elsewhere(at)
	}
	return nil
}

// Elsewhere returns the doubt that only other packages of the program call the function around pos, if that is so: it is
// exported, and nothing in this package mentions it. Of a package that is all of its module nothing is known of the callers;
// what handles a request or a message is called for each.
func (p *Pass) Elsewhere(pos token.Pos) []Doubt {
	decl := p.shared.around(pos)
	if decl == nil || !decl.Name.IsExported() || p.Pkg.Name() == "main" || handles(p.TypesInfo, decl) || p.shared.mentioned(decl) {
		return nil
	}
	return []Doubt{verdict.Elsewhere.At(decl.Name.Pos())}
}

// handles reports whether a function gets what only handlers get.
func handles(info *types.Info, decl *ast.FuncDecl) bool {
	return slices.ContainsFunc(decl.Type.Params.List, func(field *ast.Field) bool {
		_, ok := catalog.HandledParams[callmatch.TypeName(callmatch.Deref(info.TypeOf(field.Type)))]
		return ok
	})
}

// around returns the declared function around pos, nil if the package is no part of a larger program.
func (s *shared) around(pos token.Pos) *ast.FuncDecl {
	info := s.files[s.pass.Fset.File(pos)]
	if info == nil || !s.partOfProgram() {
		return nil
	}
	for _, d := range info.ast.Decls {
		if decl, ok := d.(*ast.FuncDecl); ok && decl.Pos() <= pos && pos < decl.End() {
			return decl
		}
	}
	return nil
}

// partOfProgram reports whether the package is one of several of a program: it imports others of its module, or only its
// module can import it.
func (s *shared) partOfProgram() bool {
	m := s.pass.Module
	if m == nil || m.Path == "" {
		return false
	}
	return slices.Contains(strings.Split(s.pass.Pkg.Path(), "/"), "internal") ||
		slices.ContainsFunc(s.pass.Pkg.Imports(), func(dep *types.Package) bool { return strings.HasPrefix(dep.Path()+"/", m.Path+"/") })
}

// uncalled reports whether nothing can call a function: no other package, and nothing here does, not by an interface
// or from another language either.
func (s *shared) uncalled(decl *ast.FuncDecl) bool {
	name := decl.Name.Name
	switch {
	case decl.Recv == nil && (name == "init" || name == "main"):
		return false
	case decl.Name.IsExported() && (decl.Recv != nil || s.pass.Pkg.Name() != "main"):
		return false
	}
	return !s.mentioned(decl) && !linked(decl) && !(decl.Recv != nil && s.inInterface(name))
}

// linked reports whether a directive gives a function to the linker, or to C.
func linked(decl *ast.FuncDecl) bool {
	return decl.Doc != nil && slices.ContainsFunc(decl.Doc.List, func(c *ast.Comment) bool {
		return strings.HasPrefix(c.Text, "//go:linkname ") || strings.HasPrefix(c.Text, "//export ")
	})
}

// inInterface reports whether an interface of the package has a method of a name.
func (s *shared) inInterface(name string) bool {
	for id, obj := range s.pass.TypesInfo.Defs {
		if f, ok := obj.(*types.Func); ok && id.Name == name && f.Signature().Recv() != nil && types.IsInterface(f.Signature().Recv().Type()) {
			return true
		}
	}
	return false
}

// mentioned reports whether code of the package mentions a function, other than itself and tests.
func (s *shared) mentioned(decl *ast.FuncDecl) bool {
	fn := s.pass.TypesInfo.Defs[decl.Name]
	for id, obj := range s.pass.TypesInfo.Uses {
		if f, ok := obj.(*types.Func); ok && types.Object(f.Origin()) == fn && !(decl.Pos() <= id.Pos() && id.Pos() < decl.End()) {
			if in := s.files[s.pass.Fset.File(id.Pos())]; in == nil || !in.test {
				return true
			}
		}
	}
	return false
}

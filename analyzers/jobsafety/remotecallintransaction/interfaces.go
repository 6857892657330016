package remotecallintransaction

import (
	"go/ast"
	"go/token"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A likeness says why a method of an interface is taken for one that asks another machine.
type likeness int

const (
	unlike likeness = iota
	byName          // the interface has the name of a client
	said            // its documentation says so, or its name says it of nothing else
)

// standsFor returns how much a method of an interface looks like one that asks another machine: it takes a
// context and can fail, and no type of the package implements the interface.
//
//	// Gateway charges cards at the provider over HTTP.
//	type Gateway interface { Charge(ctx context.Context, card string) (string, error) }
func standsFor(p *check.Pass, fn *types.Func) likeness {
	sig := fn.Signature()
	if sig.Recv() == nil || !types.IsInterface(sig.Recv().Type()) || sig.Params().Len() == 0 || !callmatch.CanFail(sig) ||
		!callmatch.IsType(sig.Params().At(0).Type(), "context.Context") {
		return unlike
	}
	named := callmatch.Named(sig.Recv().Type())
	if named == nil || named.Obj().Pkg() == nil || callmatch.Foreign(p.Pass, named.Obj()) {
		return unlike
	}
	words := catalog.Words(named.Obj().Name())
	if slices.ContainsFunc(words, catalog.NamesStore) {
		return unlike
	}
	if slices.ContainsFunc(documented(p, named.Obj(), fn), func(doc *ast.CommentGroup) bool { return catalog.SaysRemote(doc.Text()) }) {
		return said
	}
	if implemented(p, named) {
		return unlike
	}
	switch last := words[len(words)-1]; {
	case catalog.RemoteRoles[last]:
		return said
	case catalog.ClientRoles[last]:
		return byName
	}
	return unlike
}

// documented returns the documentation of an interface of the package, and of a method of it.
func documented(p *check.Pass, iface *types.TypeName, method *types.Func) (docs []*ast.CommentGroup) {
	if iface.Pkg() != p.Pkg {
		return nil
	}
	for _, file := range p.Files {
		if file.FileStart > iface.Pos() || iface.Pos() >= file.FileEnd {
			continue
		}
		for _, decl := range file.Decls {
			gen, ok := decl.(*ast.GenDecl)
			if ok && gen.Tok == token.TYPE && gen.Pos() <= iface.Pos() && iface.Pos() < gen.End() {
				docs = docsOf(gen, iface, method)
			}
		}
	}
	return slices.DeleteFunc(docs, func(doc *ast.CommentGroup) bool { return doc == nil })
}

func docsOf(gen *ast.GenDecl, iface *types.TypeName, method *types.Func) (docs []*ast.CommentGroup) {
	ast.Inspect(gen, func(n ast.Node) bool {
		switch n := n.(type) {
		case *ast.TypeSpec:
			if n.Name.Pos() != iface.Pos() {
				return false
			}
			docs = append(docs, n.Doc, n.Comment)
			if len(gen.Specs) == 1 {
				docs = append(docs, gen.Doc)
			}
		case *ast.Field:
			if len(n.Names) == 1 && n.Names[0].Pos() == method.Pos() {
				docs = append(docs, n.Doc, n.Comment)
			}
		}
		return true
	})
	return docs
}

// implemented reports whether a type of the package implements an interface: what it does is known then.
func implemented(p *check.Pass, named *types.Named) bool {
	iface := named.Underlying().(*types.Interface)
	for _, name := range p.Pkg.Scope().Names() {
		obj, ok := p.Pkg.Scope().Lookup(name).(*types.TypeName)
		if ok && !types.IsInterface(obj.Type()) && types.Implements(types.NewPointer(obj.Type()), iface) {
			return true
		}
	}
	return false
}

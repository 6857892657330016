package steps

import (
	"go/ast"
	"go/types"
	"slices"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Mask holds what something may do, by all that it mentions, whether or not the calls can
// be followed: what is not in it does not happen.
type Mask uint16

// The bits of a Mask.
const (
	MayServe Mask = 1 << iota
	MayStop
	MayFlush
	MayRelease
	MayRoute
	MayAsk
)

// May is exported for what other packages can name.
type May struct {
	Mask   Mask
	Closes []string // types of stores and clients that may be closed
}

// AFact marks May as a fact.
func (*May) AFact() {}

// String is what analysistest compares.
func (m *May) String() string { return "may" }

// MainMay returns what the package's main function may do.
func (r *Result) MainMay() Mask {
	for fn, decl := range r.decls {
		if decl.Recv == nil && fn.Name() == "main" {
			return r.masks[fn]
		}
	}
	return 0
}

// MainCloses returns the types of stores and clients that the package's main function
// may close, by all that it mentions.
func (r *Result) MainCloses() []string {
	for fn, decl := range r.decls {
		if decl.Recv == nil && fn.Name() == "main" {
			return r.closes[fn]
		}
	}
	return nil
}

// ImportMay returns what may be done by that which the import of the module's
// packages has put somewhere, this package's included.
func (r *Result) ImportMay() (mask Mask) {
	for _, imp := range r.program() {
		mask |= imp.Mask
	}
	return mask
}

// program returns the facts about the packages of the program.
func (r *Result) program() []Lost {
	imports := r.imports()
	return append(imports[:len(imports):len(imports)], Lost{r.pass.Pkg.Path(), *r.atImport()})
}

// may computes the masks of the package and attaches those that matter.
func (b *builder) may() {
	b.masks, b.closes = make(map[types.Object]Mask), make(map[types.Object][]string)
	mentions := make(map[types.Object][]types.Object)
	names := b.behind()
	for _, file := range b.pass.Files {
		for _, decl := range file.Decls {
			b.mentioned(decl, names, mentions)
		}
	}
	for changed := true; changed; {
		changed = false
		for obj, list := range mentions {
			mask := b.masks[obj]
			closes := b.closes[obj]
			for _, used := range list {
				more, types := b.mask(used)
				mask, closes = mask|more, union(closes, types)
			}
			if mask != b.masks[obj] || len(closes) != len(b.closes[obj]) {
				b.masks[obj], b.closes[obj], changed = mask, closes, true
			}
		}
	}
	for obj, mask := range b.masks {
		if mask != 0 && obj.Exported() && obj.Pkg() == b.pass.Pkg {
			b.pass.ExportObjectFact(obj, &May{mask, b.closes[obj]})
		}
	}
}

// union returns a sorted list of the words of two.
func union(a, b []string) []string {
	for _, s := range b {
		if i, found := slices.BinarySearch(a, s); !found {
			a = slices.Insert(slices.Clone(a), i, s)
		}
	}
	return a
}

// mask returns what is known so far about an object of any package, and which types of
// stores and clients it may close.
func (b *builder) mask(obj types.Object) (Mask, []string) {
	if obj.Pkg() == b.pass.Pkg {
		return b.masks[obj], b.closes[obj]
	}
	if fn, ok := obj.(*types.Func); ok {
		name := callmatch.Name(fn)
		if m := apiMask(name); m != 0 {
			if row, closes := catalog.Closes[name]; closes {
				return m, []string{row.Type}
			}
			return m, nil
		}
	}
	var fact May
	b.pass.ImportObjectFact(obj, &fact)
	return fact.Mask, fact.Closes
}

func apiMask(name string) (m Mask) {
	_, serves := catalog.Serving[name]
	_, itself := catalog.SignalServers[name]
	_, started := catalog.StartedServers[name]
	if serves || itself || started || catalog.OtherServers[name] {
		m |= MayServe
	}
	if _, ok := stopping(name); ok || itself {
		m |= MayStop
	}
	if catalog.LogFlushes[name] {
		m |= MayFlush
	}
	if _, ok := catalog.Closes[name]; ok {
		m |= MayRelease
	}
	if _, ok := catalog.Routes[name]; ok {
		m |= MayRoute
	}
	if _, ok := catalog.Opens[name]; ok {
		m |= MayAsk
	}
	return m
}

// mentioned notes what a declaration mentions.
func (b *builder) mentioned(decl ast.Decl, names map[string]bool, mentions map[types.Object][]types.Object) {
	uses := func(obj types.Object, n ast.Node) {
		ast.Inspect(n, func(n ast.Node) bool {
			if id, ok := n.(*ast.Ident); ok && obj != nil {
				if used := b.nameable(b.pass.TypesInfo.Uses[id]); used != nil {
					mentions[obj] = append(mentions[obj], used)
				}
			}
			return true
		})
	}
	switch decl := decl.(type) {
	case *ast.FuncDecl:
		if decl.Body != nil {
			uses(b.pass.TypesInfo.Defs[decl.Name], decl.Body)
		}
	case *ast.GenDecl:
		for _, spec := range decl.Specs {
			switch spec := spec.(type) {
			case *ast.ValueSpec:
				for _, name := range spec.Names {
					for _, v := range spec.Values {
						uses(b.pass.TypesInfo.Defs[name], v)
					}
				}
			case *ast.TypeSpec:
				b.methods(spec, names, mentions)
			}
		}
	}
}

// behind returns the names of the methods by which the package's types can implement an
// interface.
func (b *builder) behind() map[string]bool {
	names := make(map[string]bool)
	for _, pkg := range slices.Concat(b.pass.Pkg.Imports(), []*types.Package{b.pass.Pkg}) {
		for _, name := range pkg.Scope().Names() {
			tn, ok := pkg.Scope().Lookup(name).(*types.TypeName)
			if !ok {
				continue
			}
			if in, ok := tn.Type().Underlying().(*types.Interface); ok {
				for m := range in.Methods() {
					names[m.Name()] = true
				}
			}
		}
	}
	return names
}

// methods lets a type mention its methods. Those of a dependency that implement no
// interface are called by name, or not at all.
func (b *builder) methods(spec *ast.TypeSpec, names map[string]bool, mentions map[types.Object][]types.Object) {
	obj := b.pass.TypesInfo.Defs[spec.Name]
	if obj == nil {
		return
	}
	if named, ok := obj.Type().(*types.Named); ok {
		for m := range named.Methods() {
			if !b.foreign || names[m.Name()] {
				mentions[obj] = append(mentions[obj], m)
			}
		}
	}
}

// nameable returns the object as others name it, or nil for local ones.
func (b *builder) nameable(obj types.Object) types.Object {
	switch o := obj.(type) {
	case *types.Func:
		return o.Origin()
	case *types.TypeName:
		return o
	case *types.Var:
		if !o.IsField() && o.Pkg() != nil && o.Parent() == o.Pkg().Scope() {
			return o
		}
	}
	return nil
}

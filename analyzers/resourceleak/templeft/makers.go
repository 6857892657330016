package templeft

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ssa"

	"github.com/lifecyclelint/lifecyclelint/analyzers/resourceleak/internal/site"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/resource"
	"github.com/lifecyclelint/lifecyclelint/internal/ssabuild"
)

// A maker is a function that makes a temporary file or directory: one of the catalog, or one of the
// package that returns what it has made, or its path.
type maker struct {
	catalog.TempMaker
	result int  // the number of the result
	own    bool // it is one of the package
	owned  bool // which makes it in a directory that may be removed as a whole; Dir is an argument otherwise, or -1
}

// A finder finds what is made in a package.
type finder struct {
	p     *check.Pass
	model *resource.Package
	own   map[*types.Func]maker
	seen  map[*ssa.Call]bool
	cases []*temp
}

// again looks for calls that were not known to make something before, and reports whether they make
// more functions known.
func (f *finder) again() bool {
	sites := site.Find(f.p, func(fn *types.Func, _ *ast.CallExpr) bool {
		_, ok := f.makes(fn)
		return ok
	})
	if len(sites) > 0 && f.model == nil {
		f.model = resource.New(ssabuild.Of(f.p.Pass).Funcs)
	}
	known := len(f.own)
	for _, s := range sites {
		if !f.seen[s.SSA] {
			f.seen[s.SSA] = true
			f.made(s)
		}
	}
	return len(f.own) > known
}

func (f *finder) makes(fn *types.Func) (maker, bool) {
	if row, ok := catalog.TempMakers[callmatch.Name(fn)]; ok {
		return maker{TempMaker: row}, true
	}
	own, ok := f.own[fn.Origin()]
	return own, ok
}

// made follows what one call makes.
func (f *finder) made(s *site.Site) {
	row, _ := f.makes(s.Func)
	name, value := s.Name(f.p, row.result), resource.Result(s.SSA, row.result)
	if value == nil || name == "_" {
		return
	}
	fate := f.model.Follow(&resource.Opening{At: s.SSA, Value: value, Err: resource.Error(s.SSA), Ends: catalog.RemovesByName, Path: true})
	c := &temp{Case: site.Case{Site: s, Fate: fate, Name: name, Var: name}, maker: row}
	if site.HandsOn(fate, resource.Returned) && !site.HandsOn(fate, resource.Kept, resource.Sent, resource.Captured, resource.Passed) {
		f.learn(c)
	}
	if name != "" {
		c.End = c.removal(f.p)
		f.cases = append(f.cases, c)
	}
}

// learn notes that a function returns what it has made, or its path, and nothing else that could remove
// it: a function, or an object that has it.
func (f *finder) learn(c *temp) {
	fn, ok := c.SSA.Parent().Object().(*types.Func)
	if !ok {
		return
	}
	m := maker{TempMaker: catalog.TempMaker{MakesDir: c.MakesDir, Dir: -1}, result: -1, own: true}
	for i := range fn.Signature().Results().Len() {
		switch t := fn.Signature().Results().At(i).Type(); {
		case types.Identical(t, types.Typ[types.String]), callmatch.TypeName(t) == "os.File":
			if m.result < 0 {
				m.result = i
			}
		case !callmatch.IsError(t) && !isNumber(t):
			return
		}
	}
	if m.result < 0 {
		return
	}
	m.owned = c.within(f.p)
	for i, param := range c.SSA.Parent().Params {
		if dir := c.dir(); dir == ssa.Value(param) {
			m.Dir, m.owned = i, false
		}
	}
	f.own[fn.Origin()] = m
}

func isNumber(t types.Type) bool {
	b, ok := t.Underlying().(*types.Basic)
	return ok && b.Info()&(types.IsNumeric|types.IsBoolean) != 0
}

// dir returns the directory that it is made in, nil where no argument says.
func (c *temp) dir() ssa.Value {
	if c.Dir < 0 || c.Dir >= len(c.SSA.Call.Args) {
		return nil
	}
	return c.SSA.Call.Args[c.Dir]
}

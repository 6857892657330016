package expireapart

import (
	"go/ast"
	"go/constant"
	"go/types"
	"slices"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// A command is a call that runs one of Redis, itself or in a function of the package.
type command struct {
	effect  catalog.RedisEffect
	call    *ast.CallExpr
	name    string   // of the command
	key     ast.Expr // an argument of call
	args    []ast.Expr
	method  bool // the client has a method for it, and call is of that
	expires bool // it has an expiry itself
	cur, fn inspector.Cursor
}

func (c *command) makesKey() bool {
	switch c.effect {
	case catalog.RedisCounts, catalog.RedisClaims, catalog.RedisPuts:
		return !c.expires
	}
	return false
}

func (c *command) sameKey(p *check.Pass, other *command) bool {
	return callmatch.SameValue(p.TypesInfo, c.key, other.key)
}

// A finder finds commands. Each function of the package is looked through once.
type finder struct {
	p     *check.Pass
	known map[*types.Func]*wrapper
}

// A wrapper is a function of the package that runs one command, on a key that is its parameter at; at is
// negative for other functions.
type wrapper struct {
	*command
	at int
}

// find returns the command that a call runs, nil if it runs none, or several.
func (f *finder) find(cur inspector.Cursor) *command {
	p := f.p
	call := cur.Node().(*ast.CallExpr)
	fn := callmatch.Callee(p.TypesInfo, call)
	if fn == nil {
		return nil
	}
	c := direct(p, call, fn)
	if c == nil {
		c = f.inside(call, fn.Origin())
	}
	if c != nil {
		c.cur = cur
	}
	return c
}

// direct returns the command of a call of the client.
func direct(p *check.Pass, call *ast.CallExpr, fn *types.Func) *command {
	if at, ok := catalog.RedisDo[callmatch.Name(fn)]; ok {
		return spelled(p, call, at)
	}
	if fn.Pkg() == nil || fn.Signature().Recv() == nil {
		return nil
	}
	at, ok := catalog.RedisClients[fn.Pkg().Path()]
	sel, isSel := ast.Unparen(call.Fun).(*ast.SelectorExpr)
	if !ok || !isSel || len(call.Args) <= at {
		return nil
	}
	effect := catalog.RedisCommand(fn.Name())
	if named := callmatch.Named(p.TypesInfo.TypeOf(sel.X)); effect == catalog.RedisNone || named != nil && catalog.RedisQueues[named.Obj().Name()] {
		return nil
	}
	c := &command{effect: effect, call: call, name: strings.ToUpper(fn.Name()), key: call.Args[at], args: call.Args[at+1:], method: true}
	if c.name == "SETNX" || c.name == "SET" {
		c.expires = !isZero(p, call.Args[len(call.Args)-1])
	}
	return c
}

// spelled returns the command that a call has as a text.
func spelled(p *check.Pass, call *ast.CallExpr, at int) *command {
	if len(call.Args) < at+2 {
		return nil
	}
	text := p.TypesInfo.Types[call.Args[at]].Value
	if text == nil || text.Kind() != constant.String {
		return nil
	}
	c := &command{call: call, name: strings.ToUpper(constant.StringVal(text)), key: call.Args[at+1], args: call.Args[at+2:]}
	c.effect = catalog.RedisCommand(c.name)
	c.expires = c.name == "SET" && len(c.args) > 1 || call.Ellipsis.IsValid()
	if c.effect == catalog.RedisNone {
		return nil
	}
	return c
}

// inside returns the only command that a function of the package runs on the key that it is passed.
func (f *finder) inside(call *ast.CallExpr, fn *types.Func) *command {
	w, ok := f.known[fn]
	if !ok {
		w = f.wrapper(fn)
		f.known[fn] = w
	}
	if w.at < 0 || w.at >= len(call.Args) {
		return nil
	}
	return &command{effect: w.effect, call: call, name: w.name, key: call.Args[w.at], expires: w.expires}
}

func (f *finder) wrapper(fn *types.Func) *wrapper {
	none := &wrapper{at: -1}
	decl := astindex.Of(f.p.Pass).Decls[fn]
	if decl == nil || decl.Body == nil || fn.Signature().Variadic() {
		return none
	}
	var found []*command
	ast.Inspect(decl.Body, func(n ast.Node) bool {
		if call, ok := n.(*ast.CallExpr); ok {
			if callee := callmatch.Callee(f.p.TypesInfo, call); callee != nil {
				if c := direct(f.p, call, callee); c != nil {
					found = append(found, c)
				}
			}
		}
		return len(found) < 2
	})
	if len(found) != 1 {
		return none
	}
	return &wrapper{found[0], slices.Index(slices.Collect(fn.Signature().Params().Variables()), variable(f.p, found[0].key))}
}

// variable returns the variable that an expression names, nil if it names none.
func variable(p *check.Pass, expr ast.Expr) *types.Var {
	id, ok := ast.Unparen(expr).(*ast.Ident)
	if !ok {
		return nil
	}
	v, _ := p.TypesInfo.ObjectOf(id).(*types.Var)
	return v
}

func isZero(p *check.Pass, expr ast.Expr) bool {
	v := p.TypesInfo.Types[expr].Value
	return v != nil && v.Kind() == constant.Int && constant.Sign(v) == 0
}

// Package rediscmd finds the commands of Redis that a package runs.
package rediscmd

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

// A Command is a call that runs one of Redis, itself or in a function of the package.
type Command struct {
	Effect  catalog.RedisEffect
	Call    *ast.CallExpr
	Name    string   // of the command
	Key     ast.Expr // an argument of call
	Args    []ast.Expr
	Method  bool             // the client has a method for it, and call is of that
	Expires bool             // it has an expiry itself
	Cur, Fn inspector.Cursor // the call, and the function around it; the latter is set by the user
}

// MakesKey reports whether it makes a key without an expiry.
func (c *Command) MakesKey() bool {
	switch c.Effect {
	case catalog.RedisCounts, catalog.RedisClaims, catalog.RedisPuts:
		return !c.Expires
	}
	return false
}

// SameKey reports whether it and another one are of the same key.
func (c *Command) SameKey(p *check.Pass, other *Command) bool {
	return callmatch.SameValue(p.TypesInfo, c.Key, other.Key)
}

// NewFinder returns a finder of commands in the package of a pass.
func NewFinder(p *check.Pass) *Finder { return &Finder{p: p, known: make(map[*types.Func]*wrapper)} }

// A Finder finds commands. Each function of the package is looked through once.
type Finder struct {
	p     *check.Pass
	known map[*types.Func]*wrapper
}

// A wrapper is a function of the package that runs one command, on a key that is its parameter at; at is
// negative for other functions.
type wrapper struct {
	*Command
	at int
}

// Find returns the command that a call runs, nil if it runs none, or several.
func (f *Finder) Find(cur inspector.Cursor) *Command {
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
		c.Cur = cur
	}
	return c
}

// direct returns the command of a call of the client.
func direct(p *check.Pass, call *ast.CallExpr, fn *types.Func) *Command {
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
	c := &Command{Effect: effect, Call: call, Name: strings.ToUpper(fn.Name()), Key: call.Args[at], Args: call.Args[at+1:], Method: true}
	if c.Name == "SETNX" || c.Name == "SET" {
		c.Expires = !isZero(p, call.Args[len(call.Args)-1])
	}
	return c
}

// spelled returns the command that a call has as a text.
func spelled(p *check.Pass, call *ast.CallExpr, at int) *Command {
	if len(call.Args) < at+2 {
		return nil
	}
	text := p.TypesInfo.Types[call.Args[at]].Value
	if text == nil || text.Kind() != constant.String {
		return nil
	}
	c := &Command{Call: call, Name: strings.ToUpper(constant.StringVal(text)), Key: call.Args[at+1], Args: call.Args[at+2:]}
	c.Effect = catalog.RedisCommand(c.Name)
	c.Expires = c.Name == "SET" && len(c.Args) > 1 || call.Ellipsis.IsValid()
	if c.Effect == catalog.RedisNone {
		return nil
	}
	return c
}

// inside returns the only command that a function of the package runs on the key that it is passed.
func (f *Finder) inside(call *ast.CallExpr, fn *types.Func) *Command {
	w, ok := f.known[fn]
	if !ok {
		w = f.wrapper(fn)
		f.known[fn] = w
	}
	if w.at < 0 || w.at >= len(call.Args) {
		return nil
	}
	return &Command{Effect: w.Effect, Call: call, Name: w.Name, Key: call.Args[w.at], Expires: w.Expires}
}

func (f *Finder) wrapper(fn *types.Func) *wrapper {
	none := &wrapper{at: -1}
	decl := astindex.Of(f.p.Pass).Decls[fn]
	if decl == nil || decl.Body == nil || fn.Signature().Variadic() {
		return none
	}
	var found []*Command
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
	return &wrapper{found[0], slices.Index(slices.Collect(fn.Signature().Params().Variables()), Variable(f.p, found[0].Key))}
}

// Variable returns the variable that an expression names, nil if it names none.
func Variable(p *check.Pass, expr ast.Expr) *types.Var {
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

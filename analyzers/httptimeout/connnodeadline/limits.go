package connnodeadline

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// limited is where a package sets deadlines, by what holds the connection and by its type, and
// whether the package accepts connections, or makes them as a client.
type limited struct {
	p        *check.Pass
	aliases  *aliases
	holders  [2]map[types.Object]token.Pos // for reads, for writes
	types    [2]map[string]token.Pos
	accepts  bool
	dials    bool
	connects bool      // of any kind
	local    token.Pos // where the package listens on a socket of the machine alone
}

func findLimits(p *check.Pass, in *inspector.Inspector) *limited {
	l := &limited{p: p, aliases: findAliases(p, in)}
	for i := range l.holders {
		l.holders[i], l.types[i] = make(map[types.Object]token.Pos), make(map[string]token.Pos)
	}
	for _, to := range calls.All(p.Pass) {
		call := to.Expr
		name := to.Name
		l.accepts = l.accepts || catalog.ServerConns[name]
		l.dials = l.dials || catalog.ClientConns[name]
		l.connects = l.connects || catalog.PlainDials[name]
		if network, ok := catalog.ListenNetworks[name]; ok && network < len(call.Args) && isLocal(p, call.Args[network]) {
			l.local = call.Pos()
		}
		sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
		if !ok {
			continue
		}
		d, ok := catalog.Deadlines[sel.Sel.Name]
		if !ok {
			continue
		}
		for i, set := range []bool{d.Read, d.Write} {
			if !set {
				continue
			}
			l.types[i][callmatch.TypeName(p.TypesInfo.TypeOf(sel.X))] = call.Pos()
			if v := holder(p, sel.X); v != nil {
				l.holders[i][l.aliases.of(v)] = call.Pos()
			}
		}
	}
	return l
}

// serves reports whether a connection is one of a server: the package accepts some, or gets
// WebSockets from elsewhere and makes none.
func (l *limited) serves(conn ast.Expr) bool {
	return l.accepts || catalog.ConnTypes[callmatch.TypeName(l.p.TypesInfo.TypeOf(conn))].Messages && !l.dials
}

// isServed reports whether a connection is passed to a function that serves it, going by the name of the function
// or of what has it as a method, in a package that makes no connections: its callers accept them.
func (l *limited) isServed(cur inspector.Cursor, conn ast.Expr) bool {
	decl, _ := astindex.DeclAround(cur).(*ast.FuncDecl)
	v, _ := holder(l.p, conn).(*types.Var)
	if decl == nil || v == nil || v.Kind() != types.ParamVar || l.dials || l.connects {
		return false
	}
	if catalog.NamedServing(decl.Name.Name) {
		return true
	}
	obj, _ := l.p.TypesInfo.Defs[decl.Name].(*types.Func)
	recv := obj.Signature().Recv()
	return recv != nil && callmatch.Named(recv.Type()) != nil && catalog.NamedServing(callmatch.Named(recv.Type()).Obj().Name())
}

// isLocal reports whether the name of a network is that of sockets in the file system.
func isLocal(p *check.Pass, network ast.Expr) bool {
	value := p.TypesInfo.Types[network].Value
	return value != nil && value.Kind() == constant.String && strings.HasPrefix(constant.StringVal(value), "unix")
}

// judge returns where the deadline of a connection is set, or the doubts where only that of
// others of its type is, and it may be one of them.
func (l *limited) judge(conn ast.Expr, write bool) ([]check.Doubt, token.Pos) {
	i := 0
	if write {
		i = 1
	}
	v := holder(l.p, conn)
	if v != nil {
		v = l.aliases.of(v)
		if at := l.holders[i][v]; at.IsValid() {
			return nil, at
		}
	}
	if at := l.types[i][callmatch.TypeName(l.p.TypesInfo.TypeOf(conn))]; at.IsValid() && !l.aliases.made[v] {
		return []check.Doubt{check.Doubting(verdict.OtherObject, at)}, token.NoPos
	}
	return nil, token.NoPos
}

// holder returns the field or variable that holds a connection, or all of them.
func holder(p *check.Pass, conn ast.Expr) types.Object {
	if field := callmatch.Field(p.TypesInfo, conn); field != nil {
		return field
	}
	switch e := ast.Unparen(conn).(type) {
	case *ast.Ident:
		return p.TypesInfo.Uses[e]
	case *ast.IndexExpr:
		return holder(p, e.X)
	case *ast.TypeAssertExpr:
		return holder(p, e.X)
	case *ast.CallExpr:
		if catalog.ConnWraps[callmatch.CalleeName(p.TypesInfo, e)] {
			return holder(p, e.Args[0])
		}
	}
	return nil
}

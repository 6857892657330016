package forcekill

import (
	"go/ast"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/analyzers/sigkill/internal/process"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// abandoned reports whether the process is a child that the same function has started and
// abandons because of an error, there or in what it defers or has listed to undo: it has
// not begun its work.
func abandoned(p *check.Pass, k *process.Kill) bool {
	if k.Pid == nil || !failedToAsk(p, k.Cur) && !failing(p, k.Cur) && !listed(p, k.Cur) {
		return false
	}
	proc := p.Source(k.Pid)
	if of, ok := process.LocalValue(p, k.Cur, ast.Unparen(k.Pid)).(*ast.SelectorExpr); ok {
		proc = p.Source(of) // process := cmd.Process
	}
	cmd, ofCommand := strings.CutSuffix(proc, ".Process")
	if broughtUp(p, k) {
		return true
	}
	for fn := range k.Cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range fn.Preorder((*ast.CallExpr)(nil)) {
			call := c.Node().(*ast.CallExpr)
			if call.Pos() > k.Cur.Node().Pos() {
				break
			}
			switch callmatch.CalleeName(p.TypesInfo, call) {
			case "(*os/exec.Cmd).Start":
				sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr)
				if ok && ofCommand && p.Source(sel.X) == cmd {
					return true
				}
			case "os.StartProcess":
				assign, ok := c.Parent().Node().(*ast.AssignStmt)
				if ok && p.Source(assign.Lhs[0]) == proc {
					return true
				}
			}
		}
	}
	return false
}

// broughtUp reports whether a function that the one around the kill calls has started the
// command, and no other code has it yet.
//
//	conn, err := run(program)
//	…
//	if err := conn.ping(); err != nil {
//		conn.cmd.Process.Kill()
//		return nil, err
//	}
func broughtUp(p *check.Pass, k *process.Kill) bool {
	root := callmatch.Root(p.TypesInfo, k.Pid)
	for range 3 {
		v, ok := root.(*types.Var)
		if !ok || v.Kind() != types.LocalVar {
			return false
		}
		switch def := ast.Unparen(localvar.Definition(p.TypesInfo, astindex.DeclAround(k.Cur), v)).(type) {
		case *ast.CallExpr:
			fn := callmatch.Callee(p.TypesInfo, def)
			return fn != nil && fn.Pkg() == p.Pkg
		case *ast.SelectorExpr:
			root = callmatch.Root(p.TypesInfo, def) // cmd := conn.cmd
		default:
			return false
		}
	}
	return false
}

// failing reports whether the block or case around cur, under a condition, ends by
// returning an error, or the one around that, which continues after it.
func failing(p *check.Pass, cur inspector.Cursor) bool {
	for c := range cur.Enclosing((*ast.BlockStmt)(nil), (*ast.CommClause)(nil), (*ast.CaseClause)(nil)) {
		list := astindex.Stmts(c.Node())
		if _, tested := c.Parent().Node().(*ast.IfStmt); !tested && isBlock(c.Node()) || len(list) == 0 {
			return false
		}
		ret, ok := list[len(list)-1].(*ast.ReturnStmt)
		if !ok && isBlock(c.Node()) {
			continue
		}
		if !ok || len(ret.Results) == 0 {
			return false
		}
		last := ret.Results[len(ret.Results)-1]
		return !p.TypesInfo.Types[last].IsNil() && callmatch.IsError(p.TypesInfo.TypeOf(last))
	}
	return false
}

// listed reports whether cur is in a literal that a local list gets: what is to be
// undone, should a later step fail.
//
//	undo = append(undo, func() { cmd.Process.Kill() })
func listed(p *check.Pass, cur inspector.Cursor) bool {
	for lit := range cur.Enclosing((*ast.FuncLit)(nil)) {
		call, ok := lit.Parent().Node().(*ast.CallExpr)
		if !ok || call.Fun == lit.Node() {
			return false
		}
		fn, ok := ast.Unparen(call.Fun).(*ast.Ident)
		if !ok || p.TypesInfo.Uses[fn] != types.Universe.Lookup("append") {
			return false
		}
		list, ok := ast.Unparen(call.Args[0]).(*ast.Ident)
		if !ok {
			return false
		}
		v, ok := p.TypesInfo.Uses[list].(*types.Var)
		return ok && v.Parent() != p.Pkg.Scope()
	}
	return false
}

func isBlock(n ast.Node) bool {
	_, ok := n.(*ast.BlockStmt)
	return ok
}

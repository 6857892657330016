package sigkill

import (
	"go/ast"
	"go/types"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// filters reports whether the command in v is a child both of whose ends this program
// holds, such as a decompressor, or the ssh below a connection: what it has not handed
// back yet is lost with the reader anyway.
func filters(p *check.Pass, in *inspector.Inspector, v *types.Var) bool {
	reads, writes := false, false
	for _, v := range append(heldBy(p, in, v), v) {
		for _, use := range astindex.Of(p.Pass).Uses[v] {
			cur, ok := in.Root().FindNode(use)
			if !ok {
				continue
			}
			end := pipeAt(p, cur)
			reads, writes = reads || end == "Stdin", writes || end == "Stdout"
		}
	}
	return reads && writes
}

// ofFilter reports whether the process killed is one of a command that filters, or that
// is only listened to.
func ofFilter(p *check.Pass, k *kill) bool {
	if k.pid == nil {
		return false
	}
	process := k.pid
	if value := localValue(p, k.cur, ast.Unparen(process)); value != nil {
		process = value // p := cmd.Process
	}
	sel, ok := ast.Unparen(process).(*ast.SelectorExpr)
	if !ok || !callmatch.IsType(p.TypesInfo.TypeOf(sel.X), "os/exec.Cmd") {
		return false
	}
	v := denoted(p, sel.X)
	return v != nil && (filters(p, k.cur.Inspector(), v) || listenedTo(p, k.cur, v))
}

// listenedTo reports whether the function around cur starts the command in v for what it
// prints, which it reads through a pipe: then it has what it needs, or waits no longer.
// One that waits for a signal looks after the child, and relays what it prints.
func listenedTo(p *check.Pass, cur inspector.Cursor, v *types.Var) bool {
	started, read := false, false
	for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
		for c := range fn.Preorder((*ast.SelectorExpr)(nil), (*ast.Ident)(nil)) {
			sel, ok := c.Node().(*ast.SelectorExpr)
			if !ok && callmatch.IsSignals(p.TypesInfo.TypeOf(c.Node().(*ast.Ident))) {
				return false
			}
			if !ok {
				continue
			}
			name := callmatch.Name(callmatch.Func(p.TypesInfo, sel))
			if _, asks := catalog.Notifies[name]; asks {
				return false
			}
			if denoted(p, sel.X) != v {
				continue
			}
			started = started || name == "(*os/exec.Cmd).Start"
			read = read || catalog.CommandPipes[name] != "" && catalog.CommandPipes[name] != "Stdin"
		}
	}
	return started && read
}

// heldBy returns the variables that the field v is set from.
//
//	return &conn{cmd: cmd}
func heldBy(p *check.Pass, in *inspector.Inspector, v *types.Var) []*types.Var {
	var list []*types.Var
	for _, use := range astindex.Of(p.Pass).Uses[v] {
		cur, ok := in.Root().FindNode(use)
		if !ok {
			continue
		}
		if kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel {
			cur = cur.Parent()
		}
		var value ast.Expr
		switch parent := cur.Parent().Node().(type) {
		case *ast.KeyValueExpr:
			value = parent.Value
		case *ast.AssignStmt:
			if kind, i := cur.ParentEdge(); kind == edge.AssignStmt_Lhs && len(parent.Lhs) == len(parent.Rhs) {
				value = parent.Rhs[i]
			}
		}
		if value != nil {
			if from := denoted(p, value); from != nil && from != v {
				list = append(list, from)
			}
		}
	}
	return list
}

// pipeAt returns the end of the command named at cur that is made a pipe there, or set to
// something that may be one: cmd.StdinPipe(), s.cmd.Stdout = w.
func pipeAt(p *check.Pass, cur inspector.Cursor) string {
	if kind, _ := cur.ParentEdge(); kind == edge.SelectorExpr_Sel {
		cur = cur.Parent()
	}
	sel, ok := cur.Parent().Node().(*ast.SelectorExpr)
	if !ok {
		return ""
	}
	if end, ok := catalog.CommandPipes[callmatch.Name(callmatch.Func(p.TypesInfo, sel))]; ok {
		return end
	}
	kind, i := cur.Parent().ParentEdge()
	assign, ok := cur.Parent().Parent().Node().(*ast.AssignStmt)
	if !ok || kind != edge.AssignStmt_Lhs || len(assign.Lhs) != len(assign.Rhs) || !mayBePipe(p, assign.Rhs[i]) {
		return ""
	}
	return sel.Sel.Name
}

// mayBePipe reports whether the value is a stream, not this program's own terminal and
// nothing in memory.
func mayBePipe(p *check.Pass, value ast.Expr) bool {
	if sel, ok := ast.Unparen(value).(*ast.SelectorExpr); ok && p.TypesInfo.Selections[sel] == nil {
		return false // a package's variable, such as os.Stdout
	}
	return catalog.Streams[callmatch.TypeName(p.TypesInfo.TypeOf(value))]
}

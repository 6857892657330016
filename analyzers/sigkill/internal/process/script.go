package process

import (
	"go/ast"
	"go/constant"
	"go/types"
	"strings"

	"golang.org/x/tools/go/ast/edge"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// ScriptOf returns the script of a command that is a shell, by exec.CommandContext, where it may start
// programs beside the shell; nil for other commands.
func ScriptOf(p *check.Pass, cur inspector.Cursor) ast.Expr {
	call := cur.Node().(*ast.CallExpr)
	c := CommandOf(p, cur)
	if c == nil {
		return nil
	}
	unknown := p.TypesInfo.Types[call.Args[1]].Value == nil && len(call.Args) == 4 // shell, "-c", script
	for i, arg := range c.Args[:max(len(c.Args)-1, 0)] {
		flag := Text(p, arg)
		if strings.HasPrefix(flag, "-") && strings.HasSuffix(flag, "c") && !strings.HasPrefix(flag, "--") {
			if (catalog.Shells[c.Tool] || unknown && flag == "-c") && !simple(p, c.Args[i+1]) {
				return c.Args[i+1]
			}
			return nil
		}
	}
	return nil
}

// simple reports whether a script is constant, and one command without its own processes.
func simple(p *check.Pass, script ast.Expr) bool {
	value := p.TypesInfo.Types[script].Value
	return value != nil && value.Kind() == constant.String && !strings.ContainsAny(constant.StringVal(value), "|&;\n`$(")
}

// Copies reports whether a method of a command, or a field of it that is assigned at cur, has the program
// copy the output of the command from a pipe.
func Copies(p *check.Pass, cur inspector.Cursor) bool {
	sel := cur.Node().(*ast.SelectorExpr)
	switch sel.Sel.Name {
	case "Output", "CombinedOutput":
		return true
	case "Stdout", "Stderr":
		kind, i := cur.ParentEdge()
		assign, ok := cur.Parent().Node().(*ast.AssignStmt)
		if !ok || kind != edge.AssignStmt_Lhs || len(assign.Lhs) != len(assign.Rhs) {
			return false
		}
		t := p.TypesInfo.TypeOf(assign.Rhs[i])
		return callmatch.TypeName(t) != "os.File" && !types.IsInterface(t) && !p.TypesInfo.Types[assign.Rhs[i]].IsNil()
	}
	return false
}

// groups reports whether the attributes that are mentioned at cur may give the process a group or session
// of its own.
//
//	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
func groups(cur inspector.Cursor) bool {
	kind, i := cur.ParentEdge()
	assign, ok := cur.Parent().Node().(*ast.AssignStmt)
	if !ok || kind != edge.AssignStmt_Lhs || len(assign.Lhs) != len(assign.Rhs) {
		return true
	}
	ref, ok := ast.Unparen(assign.Rhs[i]).(*ast.UnaryExpr)
	if !ok {
		return true
	}
	lit, ok := ast.Unparen(ref.X).(*ast.CompositeLit)
	if !ok {
		return true
	}
	for _, elt := range lit.Elts {
		kv, ok := elt.(*ast.KeyValueExpr)
		if !ok {
			return true
		}
		key, ok := kv.Key.(*ast.Ident)
		if !ok || catalog.GroupAttributes[key.Name] {
			return true
		}
	}
	return false
}

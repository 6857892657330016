package order

import (
	"go/ast"
	"go/token"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/analyzers/shutdownorder/internal/syntax"
	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// translate gives the steps of a callee the names that its caller knows. Those that happen
// on some paths through it only, and those about variables of its own, are left out.
func (v *stepVisitor) translate(list []Step, fn ast.Node, bound map[*types.Var]ast.Expr) []Step {
	var out []Step
	for _, s := range list {
		arg := bound[s.Subject]
		switch {
		case s.Subject == nil && s.Kind != Registers || s.Kind == Closes && s.Entry == nil && !v.made(s, fn):
			continue
		case s.Kind == calls:
			if arg != nil {
				out = append(out, v.value(arg)...)
			}
			continue
		case s.Kind == Registers:
			hook := *s.Hook
			hook.Steps = v.translate(hook.Steps, fn, bound)
			if s.Hook = &hook; arg != nil {
				s.Subject = syntax.VariableOf(v.p, arg)
				hook.Registry = s.Subject
			}
		case arg != nil:
			if s.Subject = syntax.VariableOf(v.p, arg); s.Subject == nil {
				continue
			}
		case s.Subject != nil && !s.Subject.IsField() && syntax.Within(fn, s.Subject.Pos()):
			continue
		}
		if root := bound[s.Root]; root != nil {
			s.Root = rootOf(v.p, root)
		}
		out = append(out, s)
	}
	return out
}

// made reports whether a call of fn makes the step for sure. One of what is put on
// a list has no statement of its own, and is not known to be made.
func (v *stepVisitor) made(s Step, fn ast.Node) bool {
	return s.Stmt != nil && (!syntax.Within(fn, s.Stmt.Pos()) || always(v.p, s, astindex.FuncBody(fn)))
}

// always reports whether a step happens on every path through a body, except for tests of
// whether there is something to do.
func always(p *check.Pass, s Step, body *ast.BlockStmt) bool {
	cur, ok := syntax.CursorOf(p, s.Stmt)
	for ok && cur.Parent().Node() != ast.Node(body) {
		cur = cur.Parent()
		switch n := cur.Node().(type) {
		case *ast.BlockStmt:
		case *ast.IfStmt:
			test, isTest := n.Cond.(*ast.BinaryExpr)
			if !isTest || test.Op != token.NEQ || !p.TypesInfo.Types[test.Y].IsNil() || callmatch.IsError(p.TypesInfo.TypeOf(test.X)) {
				return false
			}
		default:
			return false
		}
	}
	return ok
}

// receiver returns the variable that a method calls its receiver, nil if it does
// not name it.
func receiver(p *check.Pass, decl *ast.FuncDecl) *types.Var {
	if decl.Recv == nil || len(decl.Recv.List) == 0 || len(decl.Recv.List[0].Names) == 0 {
		return nil
	}
	recv, _ := p.TypesInfo.Defs[decl.Recv.List[0].Names[0]].(*types.Var)
	return recv
}

// rootOf returns the variable at the start of a path of fields.
func rootOf(p *check.Pass, expr ast.Expr) *types.Var {
	for {
		sel := syntax.Selector(expr)
		if sel == nil || callmatch.Field(p.TypesInfo, sel) == nil {
			return syntax.VariableOf(p, expr)
		}
		expr = sel.X
	}
}

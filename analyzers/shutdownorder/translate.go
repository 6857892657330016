package shutdownorder

import (
	"go/ast"
	"go/token"
	"go/types"

	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
)

// translate gives the steps of a callee the names that its caller knows. Those
// that happen on some ways through it only, and those about variables of its
// own, are left out.
func (v *stepVisitor) translate(list []step, fn ast.Node, bound map[*types.Var]ast.Expr) []step {
	var out []step
	for _, s := range list {
		arg := bound[s.subject]
		switch {
		case s.subject == nil && s.kind != registers || s.kind == closes && s.entry == nil && !v.made(s, fn):
			continue
		case s.kind == calls:
			if arg != nil {
				out = append(out, v.value(arg)...)
			}
			continue
		case s.kind == registers:
			hook := *s.hook
			hook.steps = v.translate(hook.steps, fn, bound)
			if s.hook = &hook; arg != nil {
				s.subject = variableOf(v.p, arg)
				hook.registry = s.subject
			}
		case arg != nil:
			if s.subject = variableOf(v.p, arg); s.subject == nil {
				continue
			}
		case s.subject != nil && !s.subject.IsField() && within(fn, s.subject.Pos()):
			continue
		}
		if root := bound[s.root]; root != nil {
			s.root = rootOf(v.p, root)
		}
		out = append(out, s)
	}
	return out
}

// made reports whether a call of fn makes the step for sure. One of what is put on
// a list has no statement of its own, and is not known to be made.
func (v *stepVisitor) made(s step, fn ast.Node) bool {
	return s.stmt != nil && (!within(fn, s.stmt.Pos()) || always(v.p, s, bodyOf(fn)))
}

// always reports whether a step happens on every way through a body, but for
// tests of whether there is something to do.
func always(p *check.Pass, s step, body *ast.BlockStmt) bool {
	cur, ok := cursorOf(p, s.stmt)
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

// declAround returns the declaration around cur, or the file.
func declAround(cur inspector.Cursor) ast.Node {
	for c := range cur.Enclosing((*ast.FuncDecl)(nil), (*ast.File)(nil)) {
		return c.Node()
	}
	return cur.Node()
}

// rootOf returns the variable at the start of a path of fields.
func rootOf(p *check.Pass, expr ast.Expr) *types.Var {
	for {
		sel := selector(expr)
		if sel == nil || callmatch.Field(p.TypesInfo, sel) == nil {
			return variableOf(p, expr)
		}
		expr = sel.X
	}
}

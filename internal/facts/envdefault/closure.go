package envdefault

import (
	"go/ast"
	"go/types"
)

// closure returns the fact about the function literal that call calls through a
// variable: one that is never assigned anything else.
func (r *Result) closure(call *ast.CallExpr) *Fact {
	id, ok := ast.Unparen(call.Fun).(*ast.Ident)
	if !ok {
		return nil
	}
	v, ok := r.pass.TypesInfo.Uses[id].(*types.Var)
	if !ok || v.Kind() == types.ParamVar {
		return nil
	}
	if r.lits == nil {
		r.collect()
	}
	lit := r.lits[v]
	if lit == nil || r.seen[lit] {
		return nil
	}
	sig, ok := r.pass.TypesInfo.TypeOf(lit).(*types.Signature)
	if !ok || sig.Results().Len() == 0 {
		return nil
	}
	r.seen[lit] = true
	defer delete(r.seen, lit)
	return r.infer(sig, lit, lit.Body)
}

// collect finds the variables that are assigned one function literal and nothing else.
func (r *Result) collect() {
	r.lits = make(map[*types.Var]*ast.FuncLit)
	r.seen = make(map[*ast.FuncLit]bool)
	assign := func(lhs, rhs ast.Expr) {
		id, ok := ast.Unparen(lhs).(*ast.Ident)
		if !ok {
			return
		}
		v, ok := r.pass.TypesInfo.ObjectOf(id).(*types.Var)
		if !ok {
			return
		}
		lit, _ := ast.Unparen(rhs).(*ast.FuncLit)
		if _, again := r.lits[v]; again {
			lit = nil
		}
		r.lits[v] = lit
	}
	for _, file := range r.pass.Files {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.AssignStmt:
				for i, lhs := range n.Lhs {
					assign(lhs, n.Rhs[min(i, len(n.Rhs)-1)])
				}
			case *ast.ValueSpec:
				for i, name := range n.Names {
					if len(n.Values) > 0 {
						assign(name, n.Values[min(i, len(n.Values)-1)])
					}
				}
			}
			return true
		})
	}
}

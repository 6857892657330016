package transports

import (
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/localvar"
)

// A maker looks for the transports that one function makes.
type maker struct {
	r    *Result
	decl *ast.FuncDecl
}

// returned joins the return statements, those with an error apart: each returns a transport of its own.
func (m *maker) returned() *Fact {
	var joined *Fact
	agree := true
	for n := range ast.Preorder(m.decl.Body) {
		ret, ok := n.(*ast.ReturnStmt)
		if !ok || m.inLiteral(ret) || m.fails(ret) {
			continue
		}
		if len(ret.Results) == 0 {
			return nil // a named result, set anywhere
		}
		fact := m.value(ret.Results[0])
		if fact == nil {
			agree = false
			continue
		}
		if joined == nil {
			joined = &Fact{Idle: true}
		}
		joined.Idle = joined.Idle && fact.Idle
	}
	if !agree {
		return nil
	}
	return joined
}

// inLiteral reports whether a return is one of a function literal.
func (m *maker) inLiteral(ret *ast.ReturnStmt) bool {
	for n := range ast.Preorder(m.decl.Body) {
		if lit, ok := n.(*ast.FuncLit); ok && lit.Pos() <= ret.Pos() && ret.End() <= lit.End() {
			return true
		}
	}
	return false
}

// fails reports whether a return is one with an error beside an empty value.
func (m *maker) fails(ret *ast.ReturnStmt) bool {
	if len(ret.Results) < 2 {
		return false
	}
	info, last := m.r.pass.TypesInfo, ret.Results[len(ret.Results)-1]
	return !info.Types[last].IsNil() && callmatch.IsError(info.TypeOf(last))
}

// value returns what is known of an expression that is a transport made here, or a client with one.
func (m *maker) value(expr ast.Expr) *Fact {
	info := m.r.pass.TypesInfo
	switch e := ast.Unparen(expr).(type) {
	case *ast.UnaryExpr:
		return m.value(e.X)
	case *ast.StarExpr:
		return m.value(e.X)
	case *ast.CompositeLit:
		return m.literal(e)
	case *ast.CallExpr:
		fn := callmatch.Callee(info, e)
		if callmatch.Name(fn) == "(*net/http.Transport).Clone" {
			return &Fact{Idle: true} // as http.DefaultTransport has a limit
		}
		return m.r.Makes(fn)
	case *ast.Ident:
		if v, ok := info.Uses[e].(*types.Var); ok && v.Kind() == types.LocalVar {
			return m.variable(v)
		}
	}
	return nil
}

func (m *maker) literal(lit *ast.CompositeLit) *Fact {
	switch callmatch.TypeName(m.r.pass.TypesInfo.TypeOf(lit)) {
	case "net/http.Transport":
		if astindex.LitField(lit, "DisableKeepAlives") == nil {
			return &Fact{Idle: astindex.LitField(lit, "IdleConnTimeout") != nil}
		}
	case "net/http.Client":
		if transport := astindex.LitField(lit, "Transport"); transport != nil {
			return m.value(transport)
		}
	}
	return nil
}

// variable returns what is known of a local variable: the value it is defined with, or the transport that
// its field is set to, unless it goes elsewhere, too.
func (m *maker) variable(v *types.Var) *Fact {
	info := m.r.pass.TypesInfo
	def := localvar.Value(info, m.decl, v)
	if def == nil {
		return nil
	}
	fact, kept := m.value(def), false
	for n := range ast.Preorder(m.decl.Body) {
		switch n := n.(type) {
		case *ast.AssignStmt:
			set := m.sets(n, v)
			switch {
			case set == "DisableKeepAlives":
				kept = true
			case set == "IdleConnTimeout" && fact != nil:
				fact = &Fact{Idle: true}
			case set == "Transport" && len(n.Lhs) == len(n.Rhs):
				fact = m.value(n.Rhs[0])
			case set == "":
				kept = kept || m.keeps(n, v)
			}
		case *ast.CallExpr:
			kept = kept || m.passes(n, v)
		}
	}
	if kept {
		return nil
	}
	return fact
}

// sets returns the field of the variable that an assignment sets, "" if it sets none.
func (m *maker) sets(assign *ast.AssignStmt, v *types.Var) string {
	sel, ok := ast.Unparen(assign.Lhs[0]).(*ast.SelectorExpr)
	if ok && callmatch.Object(m.r.pass.TypesInfo, sel.X) == types.Object(v) {
		return sel.Sel.Name
	}
	return ""
}

// keeps reports whether an assignment stores the variable in something that may outlive the call.
func (m *maker) keeps(assign *ast.AssignStmt, v *types.Var) bool {
	for _, rhs := range assign.Rhs {
		if callmatch.Object(m.r.pass.TypesInfo, rhs) != types.Object(v) {
			continue
		}
		for _, lhs := range assign.Lhs {
			if _, local := ast.Unparen(lhs).(*ast.Ident); !local {
				return true
			}
		}
	}
	return false
}

// passes reports whether a call gets the variable, and may keep it.
func (m *maker) passes(call *ast.CallExpr, v *types.Var) bool {
	if fn := callmatch.Callee(m.r.pass.TypesInfo, call); fn != nil && fn.Pkg() != nil && fn.Pkg().Path() == "golang.org/x/net/http2" {
		return false // configures it
	}
	for _, arg := range call.Args {
		if amp, ok := ast.Unparen(arg).(*ast.UnaryExpr); ok {
			arg = amp.X
		}
		if callmatch.Object(m.r.pass.TypesInfo, arg) == types.Object(v) {
			return true
		}
	}
	return false
}

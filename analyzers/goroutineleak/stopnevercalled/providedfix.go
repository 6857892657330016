package stopnevercalled

import (
	"fmt"
	"go/ast"
	"go/types"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/muststop"
)

func (inj *injector) report(maker ast.Expr, made types.Type, fact *muststop.Fact) {
	inj.p.Report(check.Finding{
		At: maker,
		Message: fmt.Sprintf("the goroutine started at %[3]s is leaked: nothing calls %[1]s on what %[2]s makes for the container",
			fact.Methods[0], inj.p.Source(maker), fact.Where),
		Fix: inj.fix(maker, made, fact),
	})
}

// fix passes the method to the container:
//
//	fx.Provide(sessions.New)
//	→ fx.Provide(fx.Annotate(sessions.New, fx.OnStop((*sessions.Sessions).Stop)))
func (inj *injector) fix(maker ast.Expr, made types.Type, fact *muststop.Fact) *edit.Fix {
	named, method := callmatch.Named(made), callable(inj.p, made, fact.Methods)
	if named == nil || method == nil || named.TypeArgs().Len() > 0 {
		return nil
	}
	name := named.Obj().Name()
	switch fun := ast.Unparen(maker).(type) {
	case *ast.SelectorExpr:
		if pkg, ok := fun.X.(*ast.Ident); !ok || inj.p.TypesInfo.Uses[pkg] == nil || named.Obj().Pkg() == inj.p.Pkg {
			return nil
		}
		name = inj.p.Source(fun.X) + "." + name
	case *ast.Ident:
		if named.Obj().Pkg() != inj.p.Pkg {
			return nil
		}
	}
	if _, pointer := types.Unalias(made).(*types.Pointer); pointer {
		name = "(*" + name + ")"
	}
	e := inj.p.Edit(maker.Pos())
	fx := e.Import(maker.Pos(), "go.uber.org/fx", "fx")
	hook := fmt.Sprintf("%s.OnStop(%s.%s)", fx, name, method.Name())
	e.Replace(maker.Pos(), maker.End(), fmt.Sprintf("%s.Annotate(%s, %s)", fx, inj.p.Source(maker), hook))
	return e.Fix("Let the container call "+method.Name()+" when it stops", "")
}

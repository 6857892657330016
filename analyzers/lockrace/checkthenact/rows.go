package checkthenact

import (
	"fmt"
	"go/ast"
	"go/constant"
	"go/types"
	"reflect"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/calls"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/verdict"
)

// rows reports
//
//	err := db.Where("name = ?", u.Name).First(&taken).Error
//	if !errors.Is(err, gorm.ErrRecordNotFound) {
//		return errTaken
//	}
//	return db.Create(&u).Error // another request may have created one since
//
// of a record that no constraint of the database makes unique. What a program does while it starts, once,
// is left out.
func rows(p *check.Pass) {
	for cur, to := range calls.All(p.Pass) {
		create := to.Expr
		row, ok := catalog.RowCreates[to.Name]
		if !ok || p.Quiet(create.Pos()) {
			continue
		}
		for fn := range cur.Enclosing((*ast.FuncDecl)(nil)) {
			decl := fn.Node().(*ast.FuncDecl)
			table := rowOf(p, create, row)
			if table.name == "" || table.unique || catalog.SetsUp(decl.Name.Name) || alone(p, fn) || onConflict(p, create) {
				continue
			}
			if ask := askedBefore(p, fn, cur, table); ask != nil {
				reportRow(p, decl, create, ask, table)
			}
		}
	}
}

func reportRow(p *check.Pass, decl *ast.FuncDecl, create, ask *ast.CallExpr, table row) {
	var doubts []check.Doubt
	if !table.known {
		doubts = append(doubts, check.Doubting(verdict.UniqueRow, create.Pos()))
	}
	if !decl.Name.IsExported() && !concurrent(p, decl) {
		doubts = append(doubts, check.Doubting(verdict.NoSecondCall, create.Pos()))
	}
	p.Report(check.Finding{
		At: create,
		Message: fmt.Sprintf("%s may be created twice: %s is called because of the test at line %d, and another call may create it between the two",
			table.label, p.Name(create.Fun), p.Line(ask.Pos())),
		Trace:  []check.Hop{{Pos: ask.Pos(), Message: "asked for here"}},
		Doubts: doubts,
	})
}

// A row is what a statement is about.
type row struct {
	name   string // of the type, table or collection
	label  string
	unique bool // the model says that it is
	known  bool // the model says what is unique
}

// rowOf returns what a call asks for or creates.
func rowOf(p *check.Pass, call *ast.CallExpr, as catalog.Row) row {
	if as.Arg >= len(call.Args) {
		return row{}
	}
	if as.Collection {
		if sel, ok := ast.Unparen(call.Fun).(*ast.SelectorExpr); ok {
			return row{name: p.Source(sel.X), label: "document of " + p.Source(sel.X)}
		}
		return row{}
	}
	if as.SQL {
		text := p.TypesInfo.Types[call.Args[as.Arg]].Value
		if text == nil || text.Kind() != constant.String {
			return row{}
		}
		table := catalog.TableOf(constant.StringVal(text))
		return row{name: table, label: "row of " + table}
	}
	named := callmatch.Named(callmatch.Deref(p.TypesInfo.TypeOf(call.Args[as.Arg])))
	if named == nil {
		return row{}
	}
	st, ok := named.Underlying().(*types.Struct)
	if !ok {
		return row{}
	}
	r := row{name: callmatch.TypeName(named), label: "row of " + named.Obj().Name()}
	r.known, r.unique = constraints(st, 3)
	return r
}

// constraints reports whether the tags of a model describe its columns, and whether one makes a column, or
// a key that is no number, unique.
func constraints(st *types.Struct, depth int) (known, unique bool) {
	for i := range st.NumFields() {
		tag := strings.ToLower(reflect.StructTag(st.Tag(i)).Get("gorm"))
		known = known || strings.Contains(tag, "index") || strings.Contains(tag, "size:") || strings.Contains(tag, "comment:") || strings.Contains(tag, "type:")
		basic, _ := st.Field(i).Type().Underlying().(*types.Basic)
		key := strings.Contains(tag, "primarykey") || strings.Contains(tag, "primary_key")
		unique = unique || strings.Contains(tag, "unique") || key && basic != nil && basic.Info()&types.IsString != 0
		if inner, ok := callmatch.Deref(st.Field(i).Type()).Underlying().(*types.Struct); ok && st.Field(i).Embedded() && depth > 0 {
			_, innerUnique := constraints(inner, depth-1)
			unique = unique || innerUnique
		}
	}
	return known, unique
}

// onConflict reports whether the statement says what happens when there is such a row.
func onConflict(p *check.Pass, create *ast.CallExpr) bool {
	text := strings.ToLower(p.Source(create))
	return strings.Contains(text, "onconflict") || strings.Contains(text, "on conflict") || strings.Contains(text, "on duplicate") ||
		strings.Contains(text, "or ignore") || strings.Contains(text, "insert ignore") || strings.Contains(text, "not exists")
}

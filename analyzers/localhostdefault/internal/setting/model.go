package setting

import (
	"go/ast"
	"go/constant"
	"go/token"
	"go/types"
	"reflect"
	"strings"
	"sync"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/astindex"
	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/check"
	"github.com/lifecyclelint/lifecyclelint/internal/edit"
	"github.com/lifecyclelint/lifecyclelint/internal/facts/envdefault"
)

// A Setting is a place where an address gets a local default.
type Setting struct {
	At      analysis.Range   // the default itself
	Value   string           // what it is
	Key     string           // the setting's name, "" when it has none
	flag    bool             // it is a command-line flag
	given   bool             // a caller gives it, in options or a configuration that nothing decodes
	named   bool             // the package may ask for its value by key
	part    bool             // key begins with the package, whose name alone says what the address leads to
	holder  inspector.Cursor // the expression whose value the setting is, invalid for struct tags
	Field   *types.Var       // the field or variable that holds it, if known
	Dialled bool             // the program connects to it
	Fixed   *Address         // nothing else is ever asked for, nil for the default of a setting
	copyOf  *types.Var       // the field that the variable with the default is a copy of, if it is
	seen    bool             // it counts only where the address is seen to be dialled
	Safe    token.Pos        // what shows that the default does no harm
	Doubts  []check.Doubt
	Guard   *Guard // refuses local values
	Fix     func(p *check.Pass) *edit.Fix
}

// Model is what both checks know about one package.
type Model struct {
	Settings []*Setting
	Guards   []*Guard
}

// Analyzer builds the Model once, when the first check asks.
var Analyzer = &analysis.Analyzer{
	Name:       "localhostsettings",
	Doc:        "find settings with local defaults",
	Requires:   []*analysis.Analyzer{inspect.Analyzer, astindex.Analyzer, envdefault.Analyzer},
	FactTypes:  []analysis.Fact{new(Listened)},
	ResultType: reflect.TypeFor[lazyModel](),
	Run: func(pass *analysis.Pass) (any, error) {
		f := newFinder(pass)
		f.noteListened()
		return lazyModel(sync.OnceValue(f.build)), nil
	},
}

type lazyModel func() *Model

// Of returns the model of the package that the pass is about.
func Of(pass *analysis.Pass) *Model { return pass.ResultOf[Analyzer].(lazyModel)() }

// finder collects the settings of a package.
type finder struct {
	*analysis.Pass
	in    *inspector.Inspector
	env   *envdefault.Result
	index *astindex.Index // built when the first setting turns up
	found []*Setting
	fills map[types.Object]bool // variables that are decoded into, and functions whose result is
	tests map[*token.File]bool
	// bound are the fields whose comments say that the program listens there.
	bound map[*types.Var]bool
}

func newFinder(pass *analysis.Pass) *finder {
	return &finder{Pass: pass, in: pass.ResultOf[inspect.Analyzer].(*inspector.Inspector), env: envdefault.Of(pass),
		fills: make(map[types.Object]bool), tests: make(map[*token.File]bool), bound: make(map[*types.Var]bool)}
}

func (f *finder) build() *Model {
	nodes := []ast.Node{
		(*ast.CallExpr)(nil), (*ast.CompositeLit)(nil), (*ast.AssignStmt)(nil), (*ast.ReturnStmt)(nil), (*ast.StructType)(nil),
	}
	for cur := range f.in.Root().Preorder(nodes...) {
		if f.inTest(cur.Node().Pos()) {
			continue
		}
		switch n := cur.Node().(type) {
		case *ast.CallExpr:
			f.call(cur, n)
		case *ast.CompositeLit:
			f.literal(cur, n)
		case *ast.AssignStmt:
			f.assign(cur, n)
		case *ast.ReturnStmt:
			f.returned(cur, n)
		case *ast.StructType:
			f.tags(n)
		}
	}
	f.fixed()
	if len(f.found) == 0 {
		return &Model{}
	}
	f.index = astindex.Of(f.Pass)
	m := &Model{Guards: findGuards(f)}
	for _, s := range f.found {
		f.duringDevelopment(s)
		f.judge(s)
		s.Guard = guardOf(m.Guards, s)
		m.Settings = append(m.Settings, s)
	}
	return m
}

// inTest reports whether pos is in a test file, where local addresses abound.
func (f *finder) inTest(pos token.Pos) bool {
	file := f.Fset.File(pos)
	test, ok := f.tests[file]
	if !ok {
		test = strings.HasSuffix(file.Name(), "_test.go")
		f.tests[file] = test
	}
	return test
}

// add notes a setting whose default is the constant expr, or a list of them, if
// that is local.
func (f *finder) add(expr ast.Expr, key string, s Setting) {
	value := localText(f.TypesInfo, expr)
	if value == "" {
		return
	}
	s.At, s.Value, s.Key = expr, value, key
	if s.holder.Valid() && s.Field == nil {
		s.Field = f.destination(s.holder)
	}
	f.found = append(f.found, &s)
}

// localText returns the local address that expr is, or the first one in a list of
// constants, "" if there is none.
func localText(info *types.Info, expr ast.Expr) string {
	if value, ok := constString(info, expr); ok {
		if shapeOf(value) == notLocal {
			return ""
		}
		return value
	}
	lit, ok := ast.Unparen(expr).(*ast.CompositeLit)
	if !ok {
		return ""
	}
	if _, isList := info.TypeOf(lit).Underlying().(*types.Slice); !isList {
		return ""
	}
	for _, elt := range lit.Elts {
		if value, ok := constString(info, elt); ok && shapeOf(value) != notLocal {
			return value
		}
	}
	return ""
}

func constString(info *types.Info, expr ast.Expr) (string, bool) {
	tv := info.Types[expr]
	if tv.Value == nil || tv.Value.Kind() != constant.String {
		return "", false
	}
	return constant.StringVal(tv.Value), true
}

// destination returns the variable or field that the expression at cur is stored
// in, if it is.
func (f *finder) destination(cur inspector.Cursor) *types.Var {
	switch parent := cur.Parent().Node().(type) {
	case *ast.ParenExpr:
		return f.destination(cur.Parent())
	case *ast.AssignStmt:
		for i, rhs := range parent.Rhs {
			if rhs == cur.Node() && (parent.Tok == token.ASSIGN || parent.Tok == token.DEFINE) && i < len(parent.Lhs) {
				return variable(f.TypesInfo, parent.Lhs[i])
			}
		}
	case *ast.ValueSpec:
		for i, value := range parent.Values {
			if value == cur.Node() && i < len(parent.Names) {
				v, _ := f.TypesInfo.Defs[parent.Names[i]].(*types.Var)
				return v
			}
		}
	case *ast.KeyValueExpr:
		if key, ok := parent.Key.(*ast.Ident); ok && parent.Value == cur.Node() {
			if v, ok := f.TypesInfo.Uses[key].(*types.Var); ok && v.IsField() {
				return v.Origin()
			}
		}
	}
	return nil
}

// variable returns the variable or field that expr names, or nil.
func variable(info *types.Info, expr ast.Expr) *types.Var {
	switch expr := ast.Unparen(expr).(type) {
	case *ast.Ident:
		v, _ := info.ObjectOf(expr).(*types.Var)
		return v
	case *ast.SelectorExpr:
		if field := callmatch.Field(info, expr); field != nil {
			return field
		}
		v, _ := info.Uses[expr.Sel].(*types.Var)
		return v
	case *ast.StarExpr:
		return variable(info, expr.X)
	}
	return nil
}

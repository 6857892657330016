// Package statuses is a fact analyzer: it reads the statements by which a
// package asks for and changes the status of records, in SQL and for MongoDB,
// and tells importers which states anything looks for. It reports nothing.
package statuses

import (
	"go/ast"
	"maps"
	"reflect"
	"slices"
	"strings"

	"golang.org/x/tools/go/analysis"
	"golang.org/x/tools/go/analysis/passes/inspect"
	"golang.org/x/tools/go/ast/inspector"

	"github.com/lifecyclelint/lifecyclelint/internal/callmatch"
	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// Analyzer yields a [*Result].
var Analyzer = &analysis.Analyzer{
	Name:       "statuses",
	Doc:        "find statements that look for or change the status of records",
	Requires:   []*analysis.Analyzer{inspect.Analyzer},
	FactTypes:  []analysis.Fact{new(Fact)},
	ResultType: reflect.TypeFor[*Result](),
	Run:        run,
}

// A Fact stands on a package that looks for records in some states, other than
// by their ID, or takes over pending messages of a stream.
type Fact struct {
	Sought []string // see Key
	Claims bool
}

// AFact marks Fact as one.
func (*Fact) AFact() {}

// String is what tests compare.
func (f *Fact) String() string { return "seeks " + strings.Join(f.Sought, " ") }

// A Statement is one query or change of records.
type Statement struct {
	Call  *ast.CallExpr
	Mongo bool
	Text  string             // the SQL
	Table string             // "" for MongoDB, whose collections are values
	Set   map[string]Value   // fields that are set
	Where map[string][]Value // fields that are compared
	ByID  bool               // one record, by its ID
}

// Key names a state of a field in the statement's table: "jobs.status=running".
// For MongoDB, where the collection is a value, it is ".status=running".
func (s *Statement) Key(field, state string) string {
	return s.Table + "." + field + "=" + strings.ToLower(state)
}

// A Value is what a field is compared with or set to: a constant string, or an
// expression, of Go or of SQL.
type Value struct {
	Const string
	Expr  ast.Expr // nil for SQL
	SQL   string
	Any   bool // a parameter or a comparison that any state may fulfil
}

// AnyState stands in a key for the states that a statement looks for when it does
// not name them.
const AnyState = "*"

// A Result lists the statements of one package, and what it and the packages
// below it look for.
type Result struct {
	Statements []*Statement
	Sought     map[string]bool
	Claims     bool // pending messages are taken over
}

func run(pass *analysis.Pass) (any, error) {
	r := &Result{Sought: make(map[string]bool)}
	for _, f := range pass.AllPackageFacts() {
		if fact, ok := f.Fact.(*Fact); ok && f.Package != pass.Pkg {
			r.add(fact)
		}
	}
	own := &Fact{}
	if isProgram(pass) {
		own = r.read(pass)
		r.add(own)
	}
	if own.Claims || len(own.Sought) > 0 {
		pass.ExportPackageFact(own)
	}
	return r, nil
}

// isProgram leaves out the standard library and cgo's pseudo-packages, which
// keep no records of work.
func isProgram(pass *analysis.Pass) bool {
	first, _, below := strings.Cut(pass.Pkg.Path(), "/")
	return strings.Contains(first, ".") || !below || pass.Module != nil && pass.Module.Path != "std"
}

// seeks adds the states that s looks for. A change that does not ask for the
// state, and sets one in which nobody works, releases whatever was there.
func (s *Statement) seeks(sought map[string]bool) {
	for field, values := range s.Where {
		for _, v := range values {
			if v.Any {
				sought[s.Key(field, AnyState)] = true
			} else if catalog.WorkingStates[strings.ToLower(v.Const)] {
				sought[s.Key(field, v.Const)] = true
			}
		}
	}
	for field, v := range s.Set {
		if state := strings.ToLower(v.Const); state != "" && len(s.Where[field]) == 0 && !catalog.WorkingStates[state] && !catalog.DoneStates[state] {
			sought[s.Key(field, AnyState)] = true
		}
	}
}

func (r *Result) add(fact *Fact) {
	for _, s := range fact.Sought {
		r.Sought[s] = true
	}
	r.Claims = r.Claims || fact.Claims
}

// read collects the statements of the package and what they look for.
func (r *Result) read(pass *analysis.Pass) *Fact {
	sought := make(map[string]bool)
	fact := &Fact{}
	in := pass.ResultOf[inspect.Analyzer].(*inspector.Inspector)
	for cur := range in.Root().Preorder((*ast.CallExpr)(nil)) {
		call := cur.Node().(*ast.CallExpr)
		if strings.HasSuffix(pass.Fset.Position(call.Pos()).Filename, "_test.go") {
			continue
		}
		fact.Claims = fact.Claims || catalog.GroupClaims[callmatch.CalleeName(pass.TypesInfo, call)]
		s := mongo(pass.TypesInfo, in, call)
		if s == nil {
			s = sql(pass.TypesInfo, call)
		}
		if s == nil {
			continue
		}
		r.Statements = append(r.Statements, s)
		if !s.ByID {
			s.seeks(sought)
		}
	}
	fact.Sought = slices.Sorted(maps.Keys(sought))
	return fact
}

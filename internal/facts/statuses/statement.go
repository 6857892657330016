package statuses

import (
	"go/ast"
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/catalog"
)

// A Statement is one query or change of records.
type Statement struct {
	Call  *ast.CallExpr
	Mongo bool
	ORM   bool
	Text  string             // the SQL
	Table string             // "" for MongoDB, whose collections are values
	Set   map[string]Value   // fields that are set
	Where map[string][]Value // fields that are compared
	ByID  bool               // one record, by its ID
	Vague bool               // some conditions cannot be read
}

// An ORM names a table by the type of its records, or the query is on a table that is not
// known.
const (
	ofType   = "type:"
	anyTable = "?"
)

// Name returns the table's name, or that of the type of its records.
func (s *Statement) Name() string { return s.Table[strings.LastIndexByte(s.Table, '.')+1:] }

// Known reports whether the table is.
func (s *Statement) Known() bool { return s.Table != anyTable }

// key names a state of a field in the statement's table: "jobs status=running".
// For MongoDB, where the collection is a value, it is " status=running".
func (s *Statement) key(field, state string) string {
	return s.Table + sep + field + "=" + strings.ToLower(state)
}

const sep = " "

// A Value is what a field is compared with or set to: a constant string, or an
// expression, of Go or of SQL.
type Value struct {
	Const  string
	Number bool     // stored as a number, of which Const is the name
	Expr   ast.Expr // nil for SQL
	SQL    string
	Any    bool // a parameter or a comparison that any state may fulfil
}

// anyState is used in a key for the states that a statement looks for without naming them.
const anyState = "*"

// seeks adds the states that s looks for. A change that has no condition on the state, and
// sets one in which no worker holds the record, releases it from any state.
func (s *Statement) seeks(sought map[string]bool) {
	if s.Vague {
		sought[s.Table+sep+anyState] = true
	}
	for field, values := range s.Where {
		for _, v := range values {
			if v.Any {
				sought[s.key(field, anyState)] = true
			} else if catalog.WorkingStates[strings.ToLower(v.Const)] {
				sought[s.key(field, v.Const)] = true
			}
		}
	}
	for field, v := range s.Set {
		if state := strings.ToLower(v.Const); state != "" && len(s.Where[field]) == 0 && !catalog.WorkingStates[state] && !catalog.DoneStates[state] {
			sought[s.key(field, anyState)] = true
		}
	}
}

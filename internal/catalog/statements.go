package catalog

import (
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// RunsSQL are the methods of pools, and of interfaces that stand for them, that run the SQL among their arguments.
var RunsSQL = words("Exec ExecContext Query QueryContext QueryRow QueryRowContext MustExec MustExecContext NamedExec NamedExecContext " +
	"Queryx QueryxContext QueryRowx QueryRowxContext Get GetContext Select SelectContext NamedQuery")

// GormVerbs are the methods of gorm that run a statement, with its verb.
var GormVerbs = map[string]string{
	"Create": "insert", "CreateInBatches": "insert", "Save": "update", "Update": "update", "Updates": "update",
	"UpdateColumn": "update", "UpdateColumns": "update", "Delete": "delete",
	"First": "select", "Take": "select", "Last": "select", "Find": "select",
}

// ChainBegins begin a chain of calls that makes a statement, with its verb; RunsChain end it.
var (
	ChainBegins = map[string]string{
		"(*github.com/uptrace/bun.DB).NewSelect": "select", "(github.com/uptrace/bun.IDB).NewSelect": "select",
		"(*github.com/uptrace/bun.DB).NewInsert": "insert", "(github.com/uptrace/bun.IDB).NewInsert": "insert",
		"(*github.com/uptrace/bun.DB).NewUpdate": "update", "(github.com/uptrace/bun.IDB).NewUpdate": "update",
		"(*github.com/uptrace/bun.DB).NewDelete": "delete", "(github.com/uptrace/bun.IDB).NewDelete": "delete",
	}
	RunsChain = words("Exec Scan Count Exists ScanAndCount Rows")
)

// ChainModels are the methods of gorm and bun whose argument says which table a statement is about.
var ChainModels = words("Model Table")

// verbAndTable finds what a statement does, and the table that it is about.
var verbAndTable = lazyregexp.New(`(?is)^\s*(?:(insert)\s+(?:or\s+\w+\s+|ignore\s+)?into|(update)(?:\s+only)?|(delete)\s+from|(select)\b.*?\bfrom|(replace)\s+into)\s+["` + "`" + `]?([\w.]+)`)

// VerbOf returns what a statement does, as select, insert, update or delete, and the table in lower case; "" for
// others.
func VerbOf(sql string) (verb, table string) {
	m := verbAndTable().FindStringSubmatch(sql)
	if m == nil {
		return "", ""
	}
	verb = strings.ToLower(m[1] + m[2] + m[3] + m[4])
	if m[5] != "" {
		verb = "insert"
	}
	return verb, strings.ToLower(m[6])
}

// KeyWords end the names of values that identify a row.
var KeyWords = words("id uuid guid key uid")

// TxWords are those of names of transactions, and of functions that make or run one.
var TxWords = words("tx txn trx transaction begin atomic")

// Repeatable reports whether a statement does no harm where it runs a second time.
func Repeatable(sql string) bool {
	sql = strings.ToLower(sql)
	for _, part := range []string{"on conflict", "or ignore", "or replace", "insert ignore", "on duplicate", "if not exists", "replace into"} {
		if strings.Contains(sql, part) {
			return true
		}
	}
	return false
}

// noteWords are those of tables that note what has happened, which nothing else depends on.
var noteWords = words("log logs audit audits auditlog history histories activity activities metric metrics stat stats event events trace traces cache")

// KeepsNotes reports whether a table, by its name, notes what has happened.
func KeepsNotes(table string) bool {
	for _, word := range strings.FieldsFunc(table, func(r rune) bool { return r == '_' || r == '.' || r == '/' }) {
		if noteWords[word] {
			return true
		}
	}
	for _, word := range Words(table[strings.LastIndexByte(table, '.')+1:]) {
		if noteWords[word] {
			return true
		}
	}
	return false
}

package catalog

import (
	"slices"
	"strings"
)

// Commits of transactions, by the selector of the error in their result: "" where the result is the
// error itself.
var TxCommits = map[string]string{
	"(*database/sql.Tx).Commit":                    "",
	"(github.com/jackc/pgx/v4.Tx).Commit":          "",
	"(github.com/jackc/pgx/v5.Tx).Commit":          "",
	"(github.com/uptrace/bun.Tx).Commit":           "",
	"(*go.etcd.io/bbolt.Tx).Commit":                "",
	"(*xorm.io/xorm.Session).Commit":               "",
	"(*gorm.io/gorm.DB).Commit":                    "Error",
	"(*github.com/jinzhu/gorm.DB).Commit":          "Error",
	"(*github.com/dgraph-io/badger/v4.Txn).Commit": "",
	"(*github.com/dgraph-io/badger/v3.Txn).Commit": "",
}

// TxRollbacks are the rollbacks of the transactions of [TxCommits], with the same selectors.
var TxRollbacks = func() map[string]string {
	rows := make(map[string]string)
	for name, part := range TxCommits {
		rows[strings.TrimSuffix(name, "Commit")+"Rollback"] = part
	}
	for _, none := range []string{"github.com/dgraph-io/badger/v4.Txn", "github.com/dgraph-io/badger/v3.Txn"} {
		delete(rows, "(*"+none+").Rollback") // which has Discard
	}
	return rows
}()

// TxReads are the methods of transactions, and of what their calls return, that change nothing.
var TxReads = words("Query QueryContext QueryRow QueryRowContext Queryx Get GetContext Select SelectContext Find First Take Last Scan Pluck Count Where Order Limit Offset Model Table Joins Preload Prepare Commit Rollback")

// TxContexts are functions that begin a transaction with a context whose end rolls it back; the
// value is the number of the argument.
var TxContexts = map[string]int{
	"(*database/sql.DB).BeginTx":             0,
	"(*database/sql.Conn).BeginTx":           0,
	"(*github.com/jmoiron/sqlx.DB).BeginTxx": 0,
}

// BeginsByName reports whether a function of that name begins what it returns.
func BeginsByName(name string) bool {
	list := Words(name)
	return slices.ContainsFunc(list, func(w string) bool { return strings.HasPrefix(w, "begin") }) ||
		beginWords[list[0]] && slices.ContainsFunc(list[1:], func(w string) bool { return txWords[w] })
}

var (
	beginWords = words("new start open create")
	txWords    = words("tx txn transaction transactionat")
)

// BeginsItself are names of methods that begin a transaction of their receiver.
var BeginsItself = map[string]bool{"Begin": true, "BeginTx": true, "Tx": true, "StartTransaction": true, "BeginTransaction": true}

// TxEnds end a transaction.
var TxEnds = words("commit rollback abort discard finish end")

// RollbackLate are types of transactions on which Rollback after Commit does nothing: it may be
// deferred. The value is the type of its parameter.
var RollbackLate = map[string]string{
	"database/sql.Tx":            "",
	"github.com/jmoiron/sqlx.Tx": "",
	"github.com/boltdb/bolt.Tx":  "",
	"go.etcd.io/bbolt.Tx":        "",
	"github.com/coreos/bbolt.Tx": "",
	"github.com/jackc/pgx/v4.Tx": "context.Context",
	"github.com/jackc/pgx/v5.Tx": "context.Context",
	"gorm.io/gorm.DB":            "",
}

// EndsAnyway are calls that give back what they are for with a context that has ended as well: they close the
// connection, and the server rolls back what was begun on it.
var EndsAnyway = map[string]bool{
	"(github.com/jackc/pgx/v4.Tx).Rollback": true,
	"(github.com/jackc/pgx/v5.Tx).Rollback": true,
	"(*github.com/jackc/pgx/v4.Conn).Close": true,
	"(*github.com/jackc/pgx/v5.Conn).Close": true,
}

// TxRows are functions that return rows which the end of a transaction closes.
var TxRows = map[string]bool{
	"(*database/sql.Tx).Query": true, "(*database/sql.Tx).QueryContext": true,
	"(*github.com/jmoiron/sqlx.Tx).Queryx": true, "(*github.com/jmoiron/sqlx.Tx).QueryxContext": true,
	"(*github.com/jmoiron/sqlx.Tx).NamedQuery": true,
	"(github.com/jackc/pgx/v4.Tx).Query":       true, "(github.com/jackc/pgx/v5.Tx).Query": true,
}

// OneWriter are functions of databases that have one writing transaction at a time, and run a function in one, or
// begin it. Writes is set where the transaction is one that writes.
var OneWriter = map[string]struct{ Writes bool }{
	"(*go.etcd.io/bbolt.DB).Update":       {true},
	"(*go.etcd.io/bbolt.DB).Batch":        {true},
	"(*go.etcd.io/bbolt.DB).View":         {false},
	"(*github.com/boltdb/bolt.DB).Update": {true},
	"(*github.com/boltdb/bolt.DB).Batch":  {true},
	"(*github.com/boltdb/bolt.DB).View":   {false},
}

package catalog

import "strings"

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

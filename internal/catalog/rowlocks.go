package catalog

import (
	"slices"
	"strings"
)

// LocksRows reports whether a statement locks the rows that it selects.
func LocksRows(sql string) bool {
	sql = strings.ToLower(sql)
	return strings.Contains(sql, "for update") || strings.Contains(sql, "skip locked")
}

// LocksTogether reports whether a statement takes a lock of the database that others wait for.
func LocksTogether(sql string) bool {
	sql = strings.ToLower(sql)
	return LocksRows(sql) || slices.ContainsFunc([]string{"advisory", "lock table", "get_lock(", "lock in share mode", "serializable", "begin immediate", "begin exclusive"},
		func(part string) bool { return strings.Contains(sql, part) })
}

// LocksSession reports whether a statement acquires a lock that belongs to the session, and so to one
// connection.
func LocksSession(sql string) bool {
	sql = strings.ToLower(sql)
	return slices.ContainsFunc([]string{"pg_advisory_lock", "pg_try_advisory_lock", "get_lock("}, func(part string) bool { return strings.Contains(sql, part) })
}

// UnlocksSession reports whether a statement releases one.
func UnlocksSession(sql string) bool {
	sql = strings.ToLower(sql)
	return strings.Contains(sql, "pg_advisory_unlock") || strings.Contains(sql, "release_lock(")
}

// ConnPools are pools of connections: each statement may run on another one.
var ConnPools = words("database/sql.DB github.com/jmoiron/sqlx.DB github.com/jackc/pgx/v4/pgxpool.Pool github.com/jackc/pgx/v5/pgxpool.Pool github.com/uptrace/bun.DB")

// GormPool is a pool of connections, unless it stands for the one connection of a transaction: what the
// calls of GormOneConn return, and what those of GormOneConnFuncs pass to a function, does.
const GormPool = "gorm.io/gorm.DB"

// GormOneConn begin a transaction.
var GormOneConn = words("(*gorm.io/gorm.DB).Begin")

// GormOneConnFuncs call a function with a transaction, or with one connection.
var GormOneConnFuncs = words("(*gorm.io/gorm.DB).Transaction (*gorm.io/gorm.DB).Connection")

// CondSignals wake goroutines that wait for a condition.
var CondSignals = words("(*sync.Cond).Broadcast (*sync.Cond).Signal")

// Elects reports whether a word, of the name of a function, says that it takes a lock or finds out
// which replica is to work.
func Elects(word string) bool { return electWords[word] }

var electWords = words("lock trylock leader elect elected election campaign mutex lease singleton")

// DeliveredStates are those of DoneStates that mean that a message has been sent.
var DeliveredStates = words("sent delivered mailed emailed published dispatched notified")

// TxTypes are types of transactions of a database; values of TxOrPoolTypes may also be what a transaction is
// begun on.
var (
	TxTypes       = words("database/sql.Tx github.com/jackc/pgx/v4.Tx github.com/jackc/pgx/v5.Tx github.com/jmoiron/sqlx.Tx github.com/uptrace/bun.Tx")
	TxOrPoolTypes = words("gorm.io/gorm.DB github.com/jinzhu/gorm.DB xorm.io/xorm.Session")
)

// EntTxMethods are the methods by which the transactions are known that ent generates.
var EntTxMethods = words("Client Commit Rollback OnCommit OnRollback")

// TxBeginsItself begin a transaction of their receiver.
var TxBeginsItself = words("(*xorm.io/xorm.Session).Begin")

// ClaimWords begin the names of functions that make one of several callers the owner of something.
var ClaimWords = words("claim acquire reserve lease checkout grab elect lock try")

// RevokeSteps are the first words of functions that end something which stays usable until then.
var RevokeSteps = words("revoke invalidate disable")

// UndoSteps are the first words of functions that take back one step of several, and whether
// none but those do: migrations are rolled back, too, and must stop at an error.
var UndoSteps = map[string]bool{"compensate": true, "undo": true, "rollback": false, "revert": false}

// TxPools are the types on which transactions are begun, with the methods that run a statement on another
// connection of theirs: those that change something, and those that may only read.
var TxPools = map[string]struct{ Changes, Asks map[string]bool }{
	"database/sql.DB":                      {words("Exec ExecContext"), words("Query QueryContext QueryRow QueryRowContext")},
	"github.com/jmoiron/sqlx.DB":           {words("Exec ExecContext MustExec MustExecContext NamedExec NamedExecContext"), words("Query QueryContext QueryRow QueryRowContext Queryx QueryxContext QueryRowx QueryRowxContext Get GetContext Select SelectContext NamedQuery")},
	"github.com/jackc/pgx/v5/pgxpool.Pool": {words("Exec SendBatch CopyFrom"), words("Query QueryRow")},
	"github.com/jackc/pgx/v4/pgxpool.Pool": {words("Exec SendBatch CopyFrom"), words("Query QueryRow")},
	"github.com/uptrace/bun.DB":            {words("Exec ExecContext"), words("Query QueryContext QueryRow QueryRowContext")},
	"github.com/jinzhu/gorm.DB":            {words("Create Save Update Updates UpdateColumn UpdateColumns Delete Exec FirstOrCreate"), words("First Find Take Last Scan Count Pluck Row Rows")},
	"gorm.io/gorm.DB":                      {words("Create CreateInBatches Save Update Updates UpdateColumn UpdateColumns Delete Exec FirstOrCreate"), words("First Find Take Last Scan Count Pluck Row Rows")},
}

// PoolConns are functions that take a connection out of the pool which is their receiver.
var PoolConns = words("(*database/sql.DB).Conn (*github.com/jmoiron/sqlx.DB).Connx (*github.com/jackc/pgx/v5/pgxpool.Pool).Acquire (*github.com/jackc/pgx/v4/pgxpool.Pool).Acquire")

// PoolLimits are functions that limit the connections of a pool to their argument.
var PoolLimits = words("(*database/sql.DB).SetMaxOpenConns")

// PoolLimited are the pools of [TxPools] that have a limit unless the program raises it.
var PoolLimited = words("github.com/jackc/pgx/v5/pgxpool.Pool github.com/jackc/pgx/v4/pgxpool.Pool")

// TxEndNames are the methods that end a transaction; TxEndMethods has those of a session, too, which end it with
// that.
var (
	TxEndNames   = words("Commit Rollback")
	TxEndMethods = words("Commit Rollback Close")
)

// ChangesRows reports whether a statement changes or locks rows.
func ChangesRows(sql string) bool {
	fields := strings.Fields(strings.ToLower(sql))
	return LocksRows(sql) || len(fields) > 0 && changingWords[fields[0]]
}

var changingWords = words("insert update delete merge replace upsert")

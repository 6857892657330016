package catalog

import "maps"

// A Query is a call that runs a statement. Error is the selector of its error in the result, "" where the last
// result is the error; Reads says that it only reads, and NoRow is the error of one that finds no row, which may be
// what the code expects.
type Query struct {
	Error string
	Reads bool
	NoRow string
}

// QueryErrors are the calls that run a statement of a database, and whose error is easily dropped: that of gorm is a
// field, which no compiler and no other tool asks for.
var QueryErrors = func() map[string]Query {
	rows := maps.Clone(sqlQueries)
	for pkg, noRow := range map[string]string{"gorm.io/gorm": "First Take Last", "github.com/jinzhu/gorm": "First Last Find Scan"} {
		for name := range words("First Take Last Find Scan Count Pluck FirstOrInit") {
			rows["(*"+pkg+".DB)."+name] = Query{Error: "Error", Reads: true}
		}
		for name := range words(noRow) {
			rows["(*"+pkg+".DB)."+name] = Query{Error: "Error", Reads: true, NoRow: pkg + ".ErrRecordNotFound"}
		}
		for name := range words("Create Save Update Updates UpdateColumn UpdateColumns Delete Exec FirstOrCreate") {
			rows["(*"+pkg+".DB)."+name] = Query{Error: "Error"}
		}
	}
	return rows
}()

var sqlQueries = map[string]Query{
	"(*database/sql.DB).Exec":                                    {},
	"(*database/sql.DB).ExecContext":                             {},
	"(*database/sql.Tx).Exec":                                    {},
	"(*database/sql.Tx).ExecContext":                             {},
	"(*database/sql.Conn).ExecContext":                           {},
	"(*database/sql.Stmt).Exec":                                  {},
	"(*database/sql.Stmt).ExecContext":                           {},
	"(*database/sql.Row).Scan":                                   {Reads: true, NoRow: "database/sql.ErrNoRows"},
	"(*github.com/jmoiron/sqlx.DB).Get":                          {Reads: true, NoRow: "database/sql.ErrNoRows"},
	"(*github.com/jmoiron/sqlx.DB).Select":                       {Reads: true},
	"(*github.com/jmoiron/sqlx.DB).NamedExec":                    {},
	"(github.com/jackc/pgx/v5.Row).Scan":                         {Reads: true, NoRow: "github.com/jackc/pgx/v5.ErrNoRows"},
	"(github.com/jackc/pgx/v5.Tx).Exec":                          {},
	"(*github.com/jackc/pgx/v5/pgxpool.Pool).Exec":               {},
	"(*xorm.io/xorm.Session).Insert":                             {},
	"(*xorm.io/xorm.Session).Update":                             {},
	"(*xorm.io/xorm.Session).Delete":                             {},
	"(*xorm.io/xorm.Session).Get":                                {Reads: true},
	"(*xorm.io/xorm.Session).Find":                               {Reads: true},
	"(*xorm.io/xorm.Engine).Insert":                              {},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).InsertOne":  {},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).UpdateOne":  {},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).DeleteOne":  {},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).ReplaceOne": {},
}

// SessionWords begin the statements that change a session, or a table's layout: what they fail to do is seen
// elsewhere.
var SessionWords = words("pragma set rollback begin commit savepoint release analyze vacuum lock unlock use attach detach listen unlisten notify")

// GormSessions are the links of [GormCalls] after which each call begins a statement of its own.
var GormSessions = map[string]bool{
	"(*gorm.io/gorm.DB).Session":     true,
	"(*gorm.io/gorm.DB).WithContext": true,
	"(*gorm.io/gorm.DB).Debug":       true,
}

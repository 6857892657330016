package catalog

import (
	"strings"

	"github.com/lifecyclelint/lifecyclelint/internal/lazyregexp"
)

// A Row tells where a call says which row it is about: by the type of argument Arg, by the SQL in it, or by
// the collection whose method it is.
type Row struct {
	Arg        int
	SQL        bool
	Collection bool
}

// RowAsks ask whether there is a row.
var RowAsks = map[string]Row{
	"(*gorm.io/gorm.DB).First":                                   {},
	"(*gorm.io/gorm.DB).Take":                                    {},
	"(*gorm.io/gorm.DB).Last":                                    {},
	"(*gorm.io/gorm.DB).Find":                                    {},
	"(*gorm.io/gorm.DB).Model":                                   {},
	"(*github.com/jinzhu/gorm.DB).First":                         {},
	"(*github.com/jinzhu/gorm.DB).Find":                          {},
	"(*database/sql.DB).QueryRow":                                {SQL: true},
	"(*database/sql.DB).QueryRowContext":                         {Arg: 1, SQL: true},
	"(*database/sql.Tx).QueryRow":                                {SQL: true},
	"(*database/sql.Tx).QueryRowContext":                         {Arg: 1, SQL: true},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).FindOne":    {Arg: 1, Collection: true},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).FindOne": {Arg: 1, Collection: true},
}

// RowCreates create a row.
var RowCreates = map[string]Row{
	"(*gorm.io/gorm.DB).Create":                                    {},
	"(*github.com/jinzhu/gorm.DB).Create":                          {},
	"(*database/sql.DB).Exec":                                      {SQL: true},
	"(*database/sql.DB).ExecContext":                               {Arg: 1, SQL: true},
	"(*database/sql.Tx).Exec":                                      {SQL: true},
	"(*database/sql.Tx).ExecContext":                               {Arg: 1, SQL: true},
	"(*go.mongodb.org/mongo-driver/mongo.Collection).InsertOne":    {Arg: 1, Collection: true},
	"(*go.mongodb.org/mongo-driver/v2/mongo.Collection).InsertOne": {Arg: 1, Collection: true},
}

// NotFoundErrors are returned by queries that have found nothing.
var NotFoundErrors = words(`gorm.io/gorm.ErrRecordNotFound github.com/jinzhu/gorm.ErrRecordNotFound database/sql.ErrNoRows
	go.mongodb.org/mongo-driver/mongo.ErrNoDocuments go.mongodb.org/mongo-driver/v2/mongo.ErrNoDocuments`)

// tableName finds the table of a query, and of a statement that inserts.
var tableName = lazyregexp.New("(?is)^\\s*(?:select\\b.*?\\bfrom|insert\\s+into)\\s+[`\"]?([\\w.]+)")

// TableOf returns the table that a SELECT asks or an INSERT adds to, in lower case, "" for other texts.
func TableOf(sql string) string {
	m := tableName().FindStringSubmatch(sql)
	if m == nil {
		return ""
	}
	return strings.ToLower(m[1])
}

// onceWords are words of functions that a program calls once, while it starts.
var onceWords = words("main init initialize setup seed migrate bootstrap install ensure default defaults import start load")

// SetsUp reports whether a function, by its name, prepares what the program works with.
func SetsUp(name string) bool {
	for _, word := range Words(name) {
		if onceWords[word] {
			return true
		}
	}
	return false
}

// Rows are functions that return rows: Next closes them when there are no more.
var Rows = map[string]bool{
	"(*database/sql.DB).Query": true, "(*database/sql.DB).QueryContext": true,
	"(*database/sql.Conn).QueryContext": true,
	"(*database/sql.Stmt).Query":        true, "(*database/sql.Stmt).QueryContext": true,
	"(*github.com/jmoiron/sqlx.DB).Queryx": true, "(*github.com/jmoiron/sqlx.DB).QueryxContext": true,
	"(*github.com/jmoiron/sqlx.DB).NamedQuery": true, "(*github.com/jmoiron/sqlx.DB).NamedQueryContext": true,
	"(*github.com/jackc/pgx/v5/pgxpool.Conn).Query": true, "(*github.com/jackc/pgx/v4/pgxpool.Conn).Query": true,
	"(*gorm.io/gorm.DB).Rows": true, "(*github.com/jinzhu/gorm.DB).Rows": true,
	"(*github.com/jackc/pgx/v5.Conn).Query": true, "(*github.com/jackc/pgx/v5/pgxpool.Pool).Query": true,
	"(*github.com/jackc/pgx/v4.Conn).Query": true, "(*github.com/jackc/pgx/v4/pgxpool.Pool).Query": true,
}

// RowTypes are the types of rows: what holds one holds a connection.
var RowTypes = map[string]bool{
	"database/sql.Rows": true, "github.com/jmoiron/sqlx.Rows": true,
	"github.com/jackc/pgx/v4.Rows": true, "github.com/jackc/pgx/v5.Rows": true,
}

// Cursors are the types of results that the database keeps until they are read to their end, or closed with a context:
// by Close, or by All, which reads the rest.
var Cursors = map[string]bool{
	"go.mongodb.org/mongo-driver/mongo.Cursor": true, "go.mongodb.org/mongo-driver/v2/mongo.Cursor": true,
}

// FailureCloses has the types of rows with the methods that close them where they return an error.
var FailureCloses = map[string]map[string]bool{
	"github.com/jackc/pgx/v4.Rows": words("Scan Values"),
	"github.com/jackc/pgx/v5.Rows": words("Scan Values"),
}

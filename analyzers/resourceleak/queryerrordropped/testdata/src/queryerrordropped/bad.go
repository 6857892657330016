package queryerrordropped

import (
	"database/sql"

	"gorm.io/gorm"
)

type option struct{ Key, Value string }

func store(db *gorm.DB, o option) error {
	db.Save(&o) // want `what it was to store is lost without a trace: the error of Save is dropped`
	return nil
}

func load(db *gorm.DB) ([]option, error) {
	var all []option
	db.Where("enabled").Find(&all) // want `a query that fails looks like one that finds nothing: the error of Find is dropped`
	return all, nil
}

func replace(db *gorm.DB, o option) error {
	return db.Transaction(func(tx *gorm.DB) error {
		tx.Where("key = ?", o.Key).Delete(&option{}) // want `the error of Delete is dropped`
		return tx.Create(&o).Error
	})
}

func name(db *sql.DB, id int) (string, error) {
	var name string
	db.QueryRow("SELECT name FROM users WHERE id = $1", id).Scan(&name) // want `the error of Scan is dropped`
	return name, nil
}

func rename(db *sql.DB, id int, name string) error {
	db.Exec("UPDATE users SET name = $1 WHERE id = $2", name, id) // want `the error of Exec is dropped`
	return nil
}

package queryerrordropped

import (
	"database/sql"
	"fmt"
	"log"

	"gorm.io/gorm"
)

// The error of gorm stays in the variable that the calls are made on.
func page(db *gorm.DB) (list []option, total int64, err error) {
	q := db.Model(&option{}).Where("enabled")
	q.Count(&total)
	err = q.Find(&list).Error
	return list, total, err
}

func both(db *gorm.DB, o option) error {
	tx := db.Begin()
	tx.Create(&o)
	tx.Save(&o)
	if tx.Error != nil {
		tx.Rollback()
		return tx.Error
	}
	return tx.Commit().Error
}

func scoped(db *gorm.DB) *gorm.DB {
	db = db.Where("enabled")
	db.Count(new(int64))
	return db
}

func counted(db *gorm.DB, key string) (bool, error) {
	found := db.Where("key = ?", key).Find(&option{})
	if found.Error != nil {
		return false, found.Error
	}
	return found.RowsAffected > 0, nil
}

func logged(db *gorm.DB, o option) {
	if err := db.Save(&o).Error; err != nil {
		log.Print(err)
	}
}

// A statement of the session.
func prepared(db *sql.DB) error {
	db.Exec("PRAGMA journal_mode = WAL")
	_, err := db.Exec("CREATE TABLE IF NOT EXISTS users (id INTEGER)")
	return err
}

func scanned(db *sql.DB) (n int, err error) {
	if err := db.QueryRow("SELECT count(*) FROM users").Scan(&n); err != nil {
		return 0, fmt.Errorf("count: %w", err)
	}
	return n, nil
}

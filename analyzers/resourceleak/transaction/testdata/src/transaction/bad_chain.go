package transaction

import (
	"fmt"

	"gorm.io/gorm"
)

// The error of a statement is not that of the begin.
func createAll(db *gorm.DB, names []string) error {
	tx := db.Where("tenant").Begin()
	if tx.Error != nil {
		return tx.Error
	}
	for _, name := range names {
		if err := tx.Where(name).Create(name).Error; err != nil {
			return fmt.Errorf("%s: %w", name, err) // want `the transaction tx, begun at line 11, stays open on this return, with its connection and its locks`
		}
	}
	return tx.Commit().Error
}

// Of a chain that begins it, the error is that of the begin.
func createOne(db *gorm.DB, name string) error {
	tx := db.Begin().Debug()
	if tx.Error != nil {
		return tx.Error
	}
	if err := tx.Create(name).Error; err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

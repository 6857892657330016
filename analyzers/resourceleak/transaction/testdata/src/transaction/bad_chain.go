package transaction

import "gorm.io/gorm"

type entry struct{ account string }

// Create returns the next value of a chain: its error is not that of Begin.
func transferBetween(db *gorm.DB, from, to string) error {
	tx := db.Begin()
	if tx.Error != nil {
		return tx.Error
	}
	if err := tx.Create(&entry{from}).Error; err != nil {
		return err // want `the transaction tx, begun at line 9, stays open on this return`
	}
	if err := tx.Create(&entry{to}).Error; err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

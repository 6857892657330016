package transaction

import "gorm.io/gorm"

// Silent: where Begin has failed, nothing is open; each other failure rolls back.
func book(db *gorm.DB, account string) error {
	tx := db.Begin()
	if err := tx.Error; err != nil {
		return err
	}
	if err := tx.Create(&struct{ account string }{account}).Error; err != nil {
		tx.Rollback()
		return err
	}
	return tx.Commit().Error
}

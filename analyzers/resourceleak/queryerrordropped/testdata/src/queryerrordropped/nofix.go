package queryerrordropped

import "gorm.io/gorm"

func taken(db *gorm.DB, email string) bool {
	return db.Where("email = ?", email).Find(&option{}).RowsAffected == 1 // want `the error of Find is dropped`
}

func known(db *gorm.DB, key string) bool {
	found := db.Where("key = ?", key).Find(&option{}) // want `the error of Find is dropped`
	return found.RowsAffected > 0
}

// Nothing is returned, and nothing logged.
func forget(db *gorm.DB, key string) {
	db.Where("key = ?", key).Delete(&option{}) // want `the error of Delete is dropped`
}

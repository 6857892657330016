package queryerrordropped

import "gorm.io/gorm"

// A key that is not there yet is no failure: the fix leaves that as it is.
func version(db *gorm.DB) (string, error) {
	var o option
	db.First(&o, "key = ?", "version") // want `the error of First is dropped`
	if o.Key == "" {
		o.Value = "1"
	}
	return o.Value, nil
}

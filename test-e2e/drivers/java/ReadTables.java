import java.math.BigInteger;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;

/** Reads every table and prints a line for each: its name, its rows, the sum of its whole numbers. */
public class ReadTables {
  public static void main(String[] words) throws Exception {
    try (Connection connection = DriverManager.getConnection(words[0])) {
      List<String> tables = new ArrayList<>();
      try (ResultSet names = connection.getMetaData().getTables(null, words[1], "%", null)) {
        while (names.next()) tables.add(names.getString("TABLE_NAME"));
      }
      for (String table : tables) read(connection, table);
    }
  }

  private static void read(Connection connection, String table) throws Exception {
    long rows = 0;
    BigInteger sum = BigInteger.ZERO;
    try (Statement statement = connection.createStatement();
        ResultSet result = statement.executeQuery("SELECT * FROM `" + table + "`")) {
      ResultSetMetaData columns = result.getMetaData();
      while (result.next()) {
        rows += 1;
        for (int index = 1; index <= columns.getColumnCount(); index++) {
          Object value = result.getObject(index);
          boolean isWhole = columns.getColumnTypeName(index).matches("(Nullable\\()?U?Int(8|16|32|64)\\)?");
          if (value != null && isWhole) sum = sum.add(new BigInteger(value.toString()));
        }
      }
    }
    System.out.println(table + " " + rows + " " + sum);
  }
}
